import type { Actor } from "../../access/index.ts"
import type { Item } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"

/** The place of an entry among a write's related items. */
export interface EntryPath {
  /** The entry that contains this one. */
  readonly outer: EntryPath | undefined
  /** The datastore as the request names it. */
  readonly datastore: string
  /** Index among the entries of the datastore, starting at 0. */
  readonly at: number
}

/** A key that a write ignores. */
export interface IgnoredKey {
  /** The object or the list in the request that contains the key. */
  readonly owner: object
  readonly property: "item" | "changes"
  readonly key: string
  readonly value: unknown
}

/** Collects the keys of a request's writes that Hexarium ignores (api.md section 6.1, "ignored keys"). */
export interface IgnoredKeys {
  /** Adds the key of an unknown field. `suggest` returns a similar field that the caller may write. */
  addUnknown(ignored: IgnoredKey, entry: EntryPath | undefined, suggest: () => string | undefined): void
  /** Adds a system key if its value differs from the item's own. */
  addSystem(ignored: IgnoredKey, entry: EntryPath | undefined, own: OwnItem): void
}

/** An item as the actor sees it. */
export interface OwnItem {
  readonly view: View
  readonly actor: Actor
  readonly item: Item
}
