import { browseItem } from "../../../src/items/index.ts"
import { nameIn, snakeCase } from "../../../src/model/index.ts"
import type { Item, User } from "../../../src/model/records/index.ts"
import { isItemsTable, type Patch, type View } from "../../../src/state/index.ts"
import { describePatch, nameItem, nameUser, referenceTo } from "../../worlds/index.ts"
import type { WireDifference } from "../shapes/records.ts"

/** Properties that are never part of a response. */
const SECRET_MEMBERS = new Set(["passwordHash", "passwordHistory", "token", "confirmationId", "accessKey"])

/** Tables whose record IDs are secrets. */
export const SECRET_IDS = new Set(["tokens", "confirmations"])

/** Converts a record's change for a response, without passwords, tokens and keys. */
export function presentPatch(view: View, patch: Patch): WireDifference {
  const { table, id, before, after } = patch
  const what = before === undefined ? "added" : after === undefined ? "removed" : "changed"
  return {
    table: isItemsTable(table) ? "items" : table,
    ...(isItemsTable(table) ? { d_id: table.slice("items:".length) } : {}),
    id: SECRET_IDS.has(table) ? "***" : id,
    name: nameOf(view, patch),
    what,
    says: [...describePatch(view, patch)],
    before: before === undefined ? null : presentRecord(view, patch, before),
    after: after === undefined ? null : presentRecord(view, patch, after),
  }
}

/** Converts a record for a response: an item with its values, any other record with its properties. */
function presentRecord(view: View, { table }: Patch, record: object): Record<string, unknown> {
  return isItemsTable(table) ? presentItem(view, record as Item) : (snakeCased(record) as Record<string, unknown>)
}

function presentItem(view: View, item: Item): Record<string, unknown> {
  const { iId, dId, statusId, revNo, accessKeys, createdAt, createdBy, updatedAt, updatedBy } = item
  const datastore = view.get("datastores", dId)
  const status = datastore?.statuses.find(({ sId }) => sId === statusId)
  const values =
    datastore === undefined
      ? item.values
      : Object.fromEntries(
          [...browseItem(view, datastore, item).values].map(([field, shown]) => [field.displayId, shown]),
        )
  return {
    i_id: iId,
    values,
    status: status?.displayId ?? statusId,
    rev_no: revNo,
    access_keys: accessKeys.length,
    created_at: createdAt,
    created_by: nameUser(view, createdBy),
    updated_at: updatedAt,
    updated_by: nameUser(view, updatedBy),
  }
}

function snakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCased)
  if (value === null || typeof value !== "object") return value
  const shown = Object.entries(value).filter(([name]) => !SECRET_MEMBERS.has(name))
  return Object.fromEntries(shown.map(([name, member]) => [snakeCase(name), snakeCased(member)]))
}

function nameOf(view: View, { table, id, before, after }: Patch): string {
  const record = after ?? before ?? {}
  if (isItemsTable(table)) return nameItem(view, record as Item)
  if (table === "users") return referenceTo(record as User)
  if (SECRET_IDS.has(table)) return "uId" in record ? nameUser(view, String(record.uId)) : table
  const named = "name" in record ? record.name : "displayId" in record ? record.displayId : undefined
  if (typeof named === "string") return named
  if (typeof named === "object" && named !== null)
    return nameIn(named as Parameters<typeof nameIn>[0], view.settings.lang)
  return id
}
