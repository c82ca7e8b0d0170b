import type { KeyFacts } from "../../access/index.ts"
import type { OperationInput } from "../../operations/index.ts"
import type { ActionsIn, DatastoreOf, DatastoreTypes, Member, RoleOf, TypesOf, WorldTypes } from "./schema.ts"

type Asked<D extends DatastoreTypes, N> = Member<Member<D["actions"], N>, "requires">
type Refused<D extends DatastoreTypes, N> = Member<Member<D["actions"], N>, "refuses">

/** The values that an action accepts. If the action rejects fields, the schema lists the others in `takes`, with their doc comments. */
type Taken<D extends DatastoreTypes, N> = [Refused<D, N>] extends [never]
  ? D["input"]
  : Member<D["actions"], N> extends { readonly takes: infer T }
    ? T
    : Omit<D["input"], Refused<D, N> & string>

type Demanded<D extends DatastoreTypes, N> = {
  readonly [F in keyof D["input"] as F extends Asked<D, N> ? F : never]-?: NonNullable<D["input"][F]>
}

/** The `item` property of a write that creates an item. The mandatory fields of the create action are required. */
export type NewValues<D extends DatastoreTypes, N> = [Asked<D, N>] extends [never]
  ? { readonly item?: Taken<D, N> | undefined }
  : { readonly item: Taken<D, N> & Demanded<D, N> }

/** The `item` property of a write that changes an item. */
export interface ChangedValues<D extends DatastoreTypes> {
  readonly item?: D["input"] | undefined
}

export type ChangeIn<D extends DatastoreTypes> = {
  [F in keyof D["input"]]: { readonly id: F; readonly value: D["input"][F] }
}[keyof D["input"]]

/** Changes to an item's access keys, with the names of existing groups and roles (api.md section 6.5). */
interface KeysOf<S extends WorldTypes, Application> extends KeyFacts {
  readonly groupsToPublish?: readonly S["groups"][] | undefined
  readonly rolesToPublish?: readonly RoleOf<Application>[] | undefined
}

export type KeysIn<S extends WorldTypes, A> = KeysOf<S, Member<S["applications"], A>>

interface EntryOf<S extends WorldTypes, Application, D extends DatastoreTypes> {
  readonly linkToParent?: boolean | undefined
  readonly accessKeyUpdates?: KeysOf<S, Application> | undefined
  readonly relatedDsItems?: RelatedOf<S, Application, D> | undefined
}

interface ChangingEntry<S extends WorldTypes, Application, D extends DatastoreTypes>
  extends EntryOf<S, Application, D> {
  readonly operation: 2
  readonly itemId: string
  readonly revNo?: number | undefined
  readonly actionId?: ActionsIn<D, "update">["ids"] | undefined
  readonly item?: D["input"] | undefined
  readonly changes?: readonly ChangeIn<D>[] | undefined
}

interface DeletingEntry<D extends DatastoreTypes> {
  readonly operation: 3
  readonly itemId: string
  readonly revNo?: number | undefined
  readonly actionId?: ActionsIn<D, "delete">["ids"] | undefined
}

interface LinkingEntry<S extends WorldTypes, Application, D extends DatastoreTypes> extends EntryOf<S, Application, D> {
  readonly operation: 11
  readonly itemId: string
}

interface UnlinkingEntry {
  readonly operation: 12
  readonly itemId: string
}

/** A new item in `relatedDsItems`. The union has one member per create action, because each action has its own mandatory fields. */
type CreatingEntry<S extends WorldTypes, Application, D extends DatastoreTypes> =
  | (EntryOf<S, Application, D> & { readonly operation: 1; readonly actionId?: undefined } & NewValues<
        D,
        D["defaultCreate"]
      >)
  | {
      [N in ActionsIn<D, "new">["ids"]]: EntryOf<S, Application, D> & {
        readonly operation: 1
        readonly actionId: N
      } & NewValues<D, N>
    }[ActionsIn<D, "new">["ids"]]

/** An element of `relatedDsItems`. `operation` is 1 to create, 2 to update, 3 to delete, 11 to link or 12 to unlink an item. */
type RelatedEntryOf<S extends WorldTypes, Application, D extends DatastoreTypes> =
  | CreatingEntry<S, Application, D>
  | ChangingEntry<S, Application, D>
  | DeletingEntry<D>
  | LinkingEntry<S, Application, D>
  | UnlinkingEntry

/** The property `relatedDsItems`: a list of elements per related datastore (api.md section 6.4). */
type RelatedOf<S extends WorldTypes, Application, D extends DatastoreTypes> = RelatedWithin<
  S,
  Application,
  Pick<Member<Application, "datastores">, D["relations"] & keyof Member<Application, "datastores">>
> &
  RelatedElsewhere<S, NonNullable<D["relationsElsewhere"]>> &
  (D extends { readonly related: infer R } ? R : unknown)

/** `relatedDsItems` for datastores of the same application. Mapping over the schema's own properties keeps their doc comments. */
type RelatedWithin<S extends WorldTypes, Application, Datastores> = {
  readonly [R in keyof Datastores]?: readonly RelatedEntryOf<S, Application, Extract<Datastores[R], DatastoreTypes>>[]
}

/** `relatedDsItems` for datastores of other applications. */
type RelatedElsewhere<S extends WorldTypes, Applications> = {
  readonly [R in keyof Applications]?: readonly RelatedEntryElsewhere<S, Applications[R], R>[]
}

type RelatedEntryElsewhere<S extends WorldTypes, Application, R> = RelatedEntryOf<
  S,
  Application,
  DatastoreOf<Application, R>
>

/** The properties that name the place of a write. */
type PlaceName = "application" | "datastore" | "itemId" | "actionId"

/** The properties of `OptionsIn` that depend on the schema. */
type SchemaName = "item" | "changes" | "relatedDsItems" | "accessKeyUpdates" | "groupsToPublish"

/** Options that every item write accepts (api.md sections 6.1, 6.2 and 18.1). */
export interface OptionsIn<S extends WorldTypes, A, D>
  extends Omit<OperationInput<"executeAction">, PlaceName | SchemaName> {
  readonly changes?: readonly ChangeIn<TypesOf<S, A, D>>[] | undefined
  readonly relatedDsItems?: RelatedOf<S, Member<S["applications"], A>, TypesOf<S, A, D>> | undefined
  readonly accessKeyUpdates?: KeysIn<S, A> | undefined
  /** Display IDs of the groups to which the item is published, as in `accessKeyUpdates`. */
  readonly groupsToPublish?: readonly S["groups"][] | undefined
}
