import type { ActionOperation } from "../../datastores/action-operations.ts"

/**
 * The form that `hexarium types` writes a datastore in (types.md). `object` stands for maps by name: what a schema says is
 * looked up in its own types.
 */
export interface DatastoreTypes {
  /** The values of an item, as they are answered. */
  readonly values: object
  /** The values that a write takes. */
  readonly input: object
  /** By field, how conditions match it (model.md section 11): `text`, `names`, `number`, `span` or `ids`. */
  readonly matches: object
  /** By name: what each does, which fields it asks for or refuses, and of create actions that refuse some, which values it takes. */
  readonly actions: object
  /** The create action that runs where none is named. */
  readonly defaultCreate: string
  /** Display IDs. */
  readonly statuses: string
  /** Display IDs of the datastores of the same application that `relatedDsItems` may name. */
  readonly relations: string
  /** By display ID of the datastores that `relatedDsItems` may name, what they are called. */
  readonly related?: object
  /** By display ID of the datastores of other applications that it may name, what their application is made of. */
  readonly relationsElsewhere?: object
  /** Names of the saved lists. */
  readonly lists: string
}

/** What `hexarium types` writes of an application. */
export interface ApplicationTypes {
  /** By display ID. */
  readonly datastores: object
  /** Display IDs. */
  readonly roles: string
}

/** A schema as `hexarium types` writes it: the type argument of `createWorld`, `createClient` and `hexariumTest` (types.md). */
export interface WorldTypes {
  /** By display ID. */
  readonly applications: object
  /** Display IDs of the groups. */
  readonly groups: string
}

/** The type argument of what takes one; without it nothing is known of the schema. */
export type AnyTypes = WorldTypes | undefined

/** A member of a type that may not have it. */
export type Member<T, K> = K extends keyof T ? T[K] : never

/** Display IDs of the applications. */
export type ApplicationIn<S extends WorldTypes> = keyof S["applications"] & string

/** Display IDs of the datastores of an application. */
export type DatastoreIn<S extends WorldTypes, A> = A extends keyof S["applications"]
  ? keyof Member<S["applications"][A], "datastores"> & string
  : never

/** What is known of a datastore of an application. */
export type DatastoreOf<Application, D> = Extract<Member<Member<Application, "datastores">, D>, DatastoreTypes>

/** What is known of a datastore. */
export type TypesOf<S extends WorldTypes, A, D> = A extends keyof S["applications"]
  ? DatastoreOf<S["applications"][A], D>
  : never

/** Display IDs of the roles of an application. */
export type RoleOf<Application> = Extract<Member<Application, "roles">, string>

/**
 * The same members, of which nothing is said but their types: added to a type that has them, it leaves them what they mean. Editors tell
 * nothing of a member that is declared twice.
 */
export type Narrower<T> = { [M in keyof T]: T[M] }

/** An application and a datastore of it; the application may be left out. */
export type PlaceIn<S extends WorldTypes> = {
  [A in ApplicationIn<S>]: Narrower<{ readonly application?: A | undefined; readonly datastore: DatastoreIn<S, A> }>
}[ApplicationIn<S>]

/** The actions of a datastore that do one of some things. By a member, so that the compiler shows the IDs, and no name of a type. */
export interface ActionsIn<D extends DatastoreTypes, O extends ActionOperation = ActionOperation> {
  /** Their display IDs. */
  readonly ids: {
    [N in keyof D["actions"]]: D["actions"][N] extends { readonly operation: O } ? N : never
  }[keyof D["actions"]] &
    string
}
