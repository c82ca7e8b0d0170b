import type { NaturalValue } from "../fields/kinds/kind.ts"
import { naturalValues } from "../fields/natural-values.ts"
import { titleWithin } from "../fields/title.ts"
import type { DId, IId, Instant, PId, SId } from "../ids.ts"
import type { Item } from "../records/item.ts"
import type { AnswerContext } from "./answer-context.ts"

/** An item as people read it (model.md section 5.7). */
export interface ItemAnswer {
  readonly itemId: IId
  readonly title: string
  readonly revNo: number
  /** Display ID of the status; null in a datastore without statuses. */
  readonly status: string | null
  /** By display ID, of the fields that the reader is answered. */
  readonly values: Readonly<Record<string, NaturalValue>>
  readonly createdAt: Instant
  /** E-mail address of who made it, u_id where they have none, or `IMPORT`. */
  readonly createdBy: string
  readonly updatedAt: Instant
  readonly updatedBy: string
  readonly dId: DId
  readonly pId: PId
  readonly sId: SId | null
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
