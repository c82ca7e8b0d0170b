import type { AccessKeyUpdates } from "../access/key-updates.ts"
import type { WriteOptions } from "../items/writing/write-options.ts"
import type { ActionIn, DatastoreTypes, Member, RoleIn, TypesOf, WorldTypes } from "./schema.ts"

type Asked<D extends DatastoreTypes, N> = Member<Member<D["actions"], N>, "requires">
type Refused<D extends DatastoreTypes, N> = Member<Member<D["actions"], N>, "refuses">

/** The values that are left when an action refuses some. */
type Taken<D extends DatastoreTypes, N> = [Refused<D, N>] extends [never]
  ? D["input"]
  : Omit<D["input"], Refused<D, N> & string>

/** Values that an action must be given. */
type Demanded<D extends DatastoreTypes, N> = {
  readonly [F in keyof D["input"] as F extends Asked<D, N> ? F : never]-?: NonNullable<D["input"][F]>
}

/** The `item` of a write that makes one: what its create action asks for must be there. */
export type NewValues<D extends DatastoreTypes, N> = [Asked<D, N>] extends [never]
  ? { readonly item?: Taken<D, N> | undefined }
  : { readonly item: Taken<D, N> & Demanded<D, N> }

/** The `item` of a write that changes one. */
export interface ChangedValues<D extends DatastoreTypes> {
  readonly item?: D["input"] | undefined
}

/** A field's new value. */
export type ChangeIn<D extends DatastoreTypes> = {
  [F in keyof D["input"]]: { readonly id: F; readonly value: D["input"][F] }
}[keyof D["input"]]

/** Keys to give to an item: of groups and roles that there are (api.md section 6.5). */
export interface KeysIn<S extends WorldTypes, A> extends Omit<AccessKeyUpdates, "groupsToPublish" | "rolesToPublish"> {
  readonly groupsToPublish?: readonly S["groups"][] | undefined
  readonly rolesToPublish?: readonly RoleIn<S, A>[] | undefined
}

interface EntryIn<S extends WorldTypes, A, R> {
  readonly linkToParent?: boolean | undefined
  readonly accessKeyUpdates?: KeysIn<S, A> | undefined
  readonly relatedDsItems?: RelatedIn<S, A, R> | undefined
}

interface ChangingEntry<S extends WorldTypes, A, R, D extends DatastoreTypes> extends EntryIn<S, A, R> {
  readonly operation: 2
  readonly iId: string
  readonly revNo?: number | undefined
  readonly actionId?: ActionIn<D, "update"> | undefined
  readonly item?: D["input"] | undefined
  readonly changes?: readonly ChangeIn<D>[] | undefined
}

interface DeletingEntry<D extends DatastoreTypes> {
  readonly operation: 3
  readonly iId: string
  readonly revNo?: number | undefined
  readonly actionId?: ActionIn<D, "delete"> | undefined
}

interface LinkingEntry<S extends WorldTypes, A, R> extends EntryIn<S, A, R> {
  readonly operation: 11
  readonly iId: string
}

interface UnlinkingEntry {
  readonly operation: 12
  readonly iId: string
}

/** One element for each create action, since each asks for fields of its own. */
type CreatingEntry<S extends WorldTypes, A, R, D extends DatastoreTypes> =
  | (EntryIn<S, A, R> & { readonly operation: 1; readonly actionId?: undefined } & NewValues<D, D["defaultCreate"]>)
  | {
      [N in ActionIn<D, "new">]: EntryIn<S, A, R> & { readonly operation: 1; readonly actionId: N } & NewValues<D, N>
    }[ActionIn<D, "new">]

/** An entry of `relatedDsItems`: 1 new, 2 update, 3 delete, 11 add link, 12 remove link. */
export type RelatedEntryIn<S extends WorldTypes, A, R, D extends DatastoreTypes = TypesOf<S, A, R>> =
  | CreatingEntry<S, A, R, D>
  | ChangingEntry<S, A, R, D>
  | DeletingEntry<D>
  | LinkingEntry<S, A, R>
  | UnlinkingEntry

/** Entries by related datastore (api.md section 6.4). */
export type RelatedIn<S extends WorldTypes, A, D> = {
  readonly [R in TypesOf<S, A, D>["relations"]]?: readonly RelatedEntryIn<S, A, R>[]
}

/** What every write of an item takes besides its values (api.md sections 6.1, 6.2 and 18.1). */
export interface OptionsIn<S extends WorldTypes, A, D>
  extends Omit<WriteOptions, "item" | "changes" | "relatedDsItems" | "accessKeyUpdates" | "groupsToPublish"> {
  readonly changes?: readonly ChangeIn<TypesOf<S, A, D>>[] | undefined
  readonly relatedDsItems?: RelatedIn<S, A, D> | undefined
  readonly accessKeyUpdates?: KeysIn<S, A> | undefined
  /** The same as those of `accessKeyUpdates`. */
  readonly groupsToPublish?: readonly S["groups"][] | undefined
}
