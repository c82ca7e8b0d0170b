import { type Actor, findField } from "../../../src/access/index.ts"
import { fieldTypeOf } from "../../../src/fields/index.ts"
import type { ItemResult } from "../../../src/items/index.ts"
import type { View } from "../../../src/state/index.ts"
import { presentItemProperties } from "../../api/index.ts"
import { ClientItems, type FlatItem } from "./client-items.ts"

type Written<R> = R | null | undefined

/** Presents the item after a write (graphql.md section 2.3). Null if a script deleted it, undefined if nobody asked for it. */
export function presentResult(view: View, actor: Actor, result: Written<ItemResult>): Written<FlatItem> {
  if (result === null || result === undefined) return result
  const { item, pId, fields, links } = result
  const items = new ClientItems(view, actor, { ids: "internal", numbers: "number", lookups: false })
  const datastore = view.get("datastores", item.dId)
  const flat: FlatItem = {}
  for (const [key, stored] of Object.entries(fields)) {
    const field = datastore && findField(datastore, key)
    flat[key] = datastore && field ? items.result(datastore, field, stored) : stored
  }
  const near = links.filter(({ dId }) => items.isNear(pId, dId))
  if (near.length > 0) flat.links = near.map(({ dId, iIds }) => ({ d_id: dId, i_ids: [...iIds] }))
  return Object.assign(flat, presentItemProperties({ ...result, fields: flat as ItemResult["fields"] }))
}

/**
 * Presents a new item without null values, which the official client cannot read there, and without empty lists of files. Such a list would
 * replace the files that the client uploads after it has created the item.
 */
export function presentCreatedResult(view: View, actor: Actor, result: Written<ItemResult>): Written<FlatItem> {
  const flat = presentResult(view, actor, result)
  if (!flat || !result) return flat
  const fields = view.get("datastores", result.item.dId)?.fields ?? []
  const fileKeys = new Set(
    fields.flatMap((field) =>
      fieldTypeOf(field).names?.what === "files" ? [field.fId, field.displayId] : [],
    ) as string[],
  )
  const isLeftOut = (key: string, value: unknown) =>
    value === null || (fileKeys.has(key) && Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(flat).filter(([key, value]) => !isLeftOut(key, value)))
}
