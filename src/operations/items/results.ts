import type { DetailForm, LookupForm } from "../../fields/index.ts"
import type { ItemResult, LinkedDatastore, LinkedItem } from "../../items/index.ts"
import type { Lang } from "../../model/index.ts"
import type { Action, Datastore, Field, History, Item, User } from "../../model/records/index.ts"
import type { WriteFacts } from "../answers/items.ts"

export interface CreatedItem extends WriteFacts {
  /** The item after the write; only if `returnItemResult` is set. */
  readonly item?: ItemResult | null
}

export interface UpdatedItem extends CreatedItem {
  readonly revNo: number
  readonly history: History
  readonly datastore: Datastore
  readonly datastoreName: string
  readonly author: User
  /** URL of the author's picture. */
  readonly mediaLink: string
}

/** Result of an action. `logs` are the lines that the action's scripts logged. */
export type ExecutedAction = (
  | ({ readonly did: "create" } & CreatedItem)
  | ({ readonly did: "update" | "copy" } & UpdatedItem)
  | ({ readonly did: "delete" } & Pick<WriteFacts, "findings">)
) & { readonly logs: readonly string[] }

/** A lookup value. Contains the item if lookups are requested and the item is visible to the reader. */
export interface LookupDetail extends LookupForm {
  readonly lookupItem?: LinkedItem
}

export interface FieldDetail {
  readonly field: Field
  readonly value: DetailForm | LookupDetail
}

/** An item with the values visible to the reader and the actions that the reader may run (api.md section 8). */
export interface ItemDetails {
  readonly item: Item
  readonly datastore: Datastore
  /** Whether values are keyed by display IDs or internal IDs. */
  readonly ids: "display" | "internal"
  readonly lang: Lang
  readonly title: string
  /** Creator's user name, or `IMPORT`. */
  readonly createdBy: string
  readonly updatedBy: string
  /** The visible fields in fieldIndex order. */
  readonly fieldValues: readonly FieldDetail[]
  /** Actions that the reader may run in the item's current status, in display order. */
  readonly statusActions: readonly Action[]
  /** Actions that the reader may run in every status, in display order. */
  readonly itemActions: readonly Action[]
  readonly linkedItems?: readonly LinkedDatastore[]
}
