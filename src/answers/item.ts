import type { AnswerContext } from "../engine/answer-context.ts"
import type { NaturalValue } from "../fields/types/field-type.ts"
import { naturalValues } from "../fields/natural-values.ts"
import { titleWithin } from "../fields/title.ts"
import type { DId, IId, Instant, PId, SId } from "../model/ids.ts"
import type { Item } from "../model/records/item.ts"

/** What is known of every item, whatever its datastore. */
export interface ItemFacts {
  /** ID of the item. */
  readonly itemId: IId
  /** Its title, of the fields that make it. */
  readonly title: string
  /** How often it was written, from 1. */
  readonly revNo: number
  /** When it was made: ISO 8601 in UTC with milliseconds. */
  readonly createdAt: Instant
  /** E-mail address of who made it, u_id where they have none, or `IMPORT`. */
  readonly createdBy: string
  /** When it was written last: ISO 8601 in UTC with milliseconds. */
  readonly updatedAt: Instant
  /** Who wrote it last: e-mail address, or u_id where they have none. */
  readonly updatedBy: string
  /** ID of its datastore. */
  readonly dId: DId
  /** ID of its application. */
  readonly pId: PId
  /** ID of its status; null where the datastore has none. */
  readonly sId: SId | null
}

/** An item as people read it (model.md section 5.7). */
export interface ItemAnswer extends ItemFacts {
  /** Display ID of the status; null in a datastore without statuses. */
  readonly status: string | null
  /** By display ID, of the fields that the reader is answered. */
  readonly values: Readonly<Record<string, NaturalValue>>
}

/** An item, for who may see it. */
export function answerItem(context: AnswerContext, item: Item): ItemAnswer {
  const { view, actor } = context
  const datastore = view.expect("datastores", item.dId)
  return {
    itemId: item.iId,
    title: titleWithin({ view, datastore, actor, ids: "display", numbers: "text" }, item),
    revNo: item.revNo,
    status: datastore.statuses.find(({ sId }) => sId === item.statusId)?.displayId ?? null,
    values: naturalValues(view, actor, datastore, item),
    createdAt: item.createdAt,
    createdBy: context.user(item.createdBy),
    updatedAt: item.updatedAt,
    updatedBy: context.user(item.updatedBy),
    dId: item.dId,
    pId: datastore.pId,
    sId: item.statusId,
  }
}
