import type { OwnItem } from "../../../../src/engine/index.ts"
import { linkedIdsOf, Reading, readListItem } from "../../../../src/items/index.ts"
import { authorName } from "../../../../src/operations/index.ts"
import { canonicalJson } from "../../../../src/state/index.ts"
import { presentSeconds } from "../instants.ts"
import { presentListItem } from "./item-list.ts"
import { presentItemProperties } from "./item-writes.ts"

/**
 * Returns whether a system property that a client sends has the value of the item, in one of the forms in which responses contain it. A
 * property that no response contains, such as `access_keys`, never has it.
 */
export function isOwnValue(key: string, value: unknown, own: OwnItem): boolean {
  const sent = canonicalJson(value ?? null)
  for (const form of ownForms(key, own)) if (form !== undefined && canonicalJson(form) === sent) return true
  return false
}

function* ownForms(key: string, own: OwnItem): Generator<unknown> {
  const { view, actor, item } = own
  switch (key) {
    case "_id":
      return yield item.iId
    case "labels":
      return yield ""
    case "created_at":
    case "updated_at": {
      const at = key === "created_at" ? item.createdAt : item.updatedAt
      yield at
      return yield presentSeconds(at)
    }
    case "created_by":
    case "updated_by": {
      const author = key === "created_by" ? item.createdBy : item.updatedBy
      yield author
      return yield authorName(view, author)
    }
    case "links": {
      yield ""
      const linked = linkedIdsOf(view, actor, item.iId)
      return yield linked.map(({ dId, iIds }) => ({ d_id: dId, i_ids: [...iIds] }))
    }
    case "unread":
    case "item_links":
    case "lookup_items":
      return yield* listForms(key, own)
    case "status_id":
      yield view.expect("datastores", item.dId).statuses.find(({ sId }) => sId === item.statusId)?.displayId
      break
    case "rev_no":
      yield String(item.revNo)
  }
  const { pId, wId } = view.expect("datastores", item.dId)
  const title = key === "title" ? new Reading(view, actor, { ids: "display" }).columnsOf(item.dId).title(item) : ""
  const properties: Readonly<Record<string, unknown>> = presentItemProperties({ item, pId, wId, title, fields: {} })
  yield properties[key]
}

function* listForms(key: "unread" | "item_links" | "lookup_items", { view, actor, item }: OwnItem): Generator<unknown> {
  for (const ids of ["display", "internal"] as const) {
    for (const numbers of ["text", "number"] as const) {
      const reading = new Reading(view, actor, { ids, returnNumberValue: numbers === "number" })
      const links = key === "item_links"
      const lookups = key === "lookup_items"
      yield presentListItem(readListItem(reading, item, { links, lookups, unread: {} }), numbers)[key]
    }
  }
}
