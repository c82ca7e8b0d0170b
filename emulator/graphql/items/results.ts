import { type Actor, findField } from "../../../src/access/index.ts"
import type { ItemResult } from "../../../src/items/index.ts"
import type { View } from "../../../src/state/index.ts"
import { ClientItems, type FlatItem } from "./client-items.ts"

type Written<R> = R | null | undefined

/** Presents the item after a write (graphql.md section 2.3, "Result"). Null if a script deleted it, undefined if nobody asked for it. */
export function presentResult(view: View, actor: Actor, result: Written<ItemResult>): Written<FlatItem> {
  if (result === null || result === undefined) return result
  const { item, pId, wId, title, fields, links } = result
  const items = new ClientItems(view, actor, { ids: "internal", numbers: "number", lookups: false })
  const datastore = view.get("datastores", item.dId)
  const flat: FlatItem = {}
  for (const [key, stored] of Object.entries(fields)) {
    const field = datastore && findField(datastore, key)
    flat[key] = datastore && field ? items.result(datastore, field, stored) : stored
  }
  const near = links.filter(({ dId }) => items.isNear(pId, dId))
  return Object.assign(flat, {
    i_id: item.iId,
    d_id: item.dId,
    p_id: pId,
    w_id: wId,
    title,
    rev_no: item.revNo,
    status_id: item.statusId ?? "",
    created_at: item.createdAt,
    created_by: item.createdBy,
    updated_at: item.updatedAt,
    updated_by: item.updatedBy,
    ...(near.length === 0 ? {} : { links: near.map(({ dId, iIds }) => ({ d_id: dId, i_ids: [...iIds] })) }),
  })
}

/** Presents a new item. The client cannot read a null in it. */
export function presentCreatedResult(view: View, actor: Actor, result: Written<ItemResult>): Written<FlatItem> {
  const flat = presentResult(view, actor, result)
  return flat && Object.fromEntries(Object.entries(flat).filter(([, value]) => value !== null))
}
