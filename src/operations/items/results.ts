import type { DetailForm, LookupForm } from "../../fields/index.ts"
import type { ItemResult, LinkedDatastore, LinkedItem } from "../../items/index.ts"
import type { Lang } from "../../model/index.ts"
import type { Action, Datastore, Field, History, Item, User } from "../../model/records/index.ts"
import type { WriteFacts } from "../answers/items.ts"

export interface CreatedItem extends WriteFacts {
  /** The item after the write. Only if `returnItemResult` is set. */
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

/** Result of an action. `logs` contains the lines that the action's scripts logged. */
export type ExecutedAction = (
  | ({ readonly did: "create" } & CreatedItem)
  | ({ readonly did: "update" | "copy" } & UpdatedItem)
  | ({ readonly did: "delete" } & Pick<WriteFacts, "findings">)
) & { readonly logs: readonly string[] }

/** Value of a lookup field. Contains the looked-up item if the request asks for lookups and the user may see the item. */
export interface LookupDetail extends LookupForm {
  readonly lookupItem?: LinkedItem
}

export interface FieldDetail {
  readonly field: Field
  readonly value: DetailForm | LookupDetail
}

/** An item with the values that the user may see and the actions that the user may run (api.md section 8). */
export interface ItemDetails {
  readonly item: Item
  readonly datastore: Datastore
  /** Whether the keys of the values are display IDs or internal IDs. */
  readonly ids: "display" | "internal"
  readonly lang: Lang
  readonly title: string
  /** User name of the creator, or `IMPORT`. */
  readonly createdBy: string
  readonly updatedBy: string
  /** Fields that the user may see, in fieldIndex order. */
  readonly fieldValues: readonly FieldDetail[]
  /** Actions that the user may run and that need the item's current status, in display order. */
  readonly statusActions: readonly Action[]
  /** Actions that the user may run and that need no status, in display order. */
  readonly itemActions: readonly Action[]
  readonly linkedItems?: readonly LinkedDatastore[]
}
