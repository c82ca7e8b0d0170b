import type { FileId, Finding, HistoryAnswer, ItemAnswer, NaturalValue } from "../../src/inside.ts"
import type { WireFinding } from "../contract/item-shapes/finding.ts"
import type { WireListItem } from "../contract/item-shapes/search.ts"
import type { WireFieldValue } from "../contract/item-shapes/values.ts"
import type { WireHistory } from "../contract/rows/items/histories.ts"
import type { WireDetailsByDisplayId } from "../contract/rows/items/items-read.ts"
import type { People } from "./people.ts"

/** GetItemDetails by display IDs. */
export type WireDetails = WireDetailsByDisplayId

/** IDs are texts on the wire, and of their kinds in answers. */
export const asId = <I extends string>(text: string): I => text as I

/** An instant, or null for the API's "never". */
export const instantOrNull = (text: string): string | null => (text === "" || text.startsWith("0001-") ? null : text)

/** An item as people read it (model.md section 5.7), of what list and details say of it. */
export async function readWireItem(listed: WireListItem, details: WireDetails, people: People): Promise<ItemAnswer> {
  const statuses = Object.values(details.status_list)
  const [createdBy, updatedBy] = await Promise.all([
    people.address(listed.created_by),
    people.address(listed.updated_by),
  ])
  return {
    itemId: asId(listed.i_id),
    title: details.title,
    revNo: details.rev_no,
    status: statuses.find(({ s_id: sId }) => sId === listed.status_id)?.status_id ?? null,
    values: Object.fromEntries(
      Object.entries(details.field_values).map(([field, { dataType, value }]) => [
        field,
        readWireValue(dataType, value),
      ]),
    ),
    createdAt: asId(details.created_at),
    createdBy,
    updatedAt: asId(details.updated_at),
    updatedBy,
    dId: asId(listed.d_id),
    pId: asId(listed.p_id),
    sId: listed.status_id === "" ? null : asId(listed.status_id),
  }
}

/** A value of details by display IDs as people read it. */
function readWireValue(dataType: string, value: WireFieldValue): NaturalValue {
  if (dataType === "file") {
    const files = value === null ? [] : Array.isArray(value) ? value : [value]
    return files.flatMap((file) =>
      typeof file === "object" && "file_id" in file
        ? [{ fileId: asId<FileId>(file.file_id), name: file.filename, contentType: file.contentType, size: file.size }]
        : [],
    )
  }
  if (Array.isArray(value)) {
    return value.flatMap((one) => (typeof one === "string" ? one : "user_name" in one ? one.email || one.user_id : []))
  }
  if (typeof value !== "object" || value === null) return value
  return "title" in value ? { itemId: asId(value.item_id), title: value.title, dId: asId(value.d_id) } : null
}

/** Failed related entries and refused keys; none where the API says that all went well. */
export const readFindings = (error: null | "" | readonly WireFinding[] | undefined): Finding[] =>
  typeof error !== "object" || error === null
    ? []
    : error.map(
        ({ description, error: text, error_code: code, error_level: errorLevel, reference_id: referenceId }) => ({
          description,
          ...(text === undefined ? {} : { error: text }),
          errorCode: code as Finding["errorCode"],
          errorLevel,
          referenceId,
        }),
      )

/** An entry of an item's history. */
export const readHistory = (history: WireHistory, itemId: string): HistoryAnswer => ({
  historyId: asId(history.history_id),
  itemId: asId(itemId),
  comment: history.comment,
  createdAt: asId(history.created_at),
  updatedAt: asId(history.updated_at),
  user: history.email || history.user_id,
  action: history.action_name || null,
  isComment: history.action_id === undefined,
  isUnread: history.is_unread,
})
