import { type FieldPlan, fieldPlanOf, fieldTypeOf } from "../../fields/index.ts"
import type { Field, Item, StoredValue } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"
import { everyItem, findItem, type Rule } from "./invariant.ts"

const where = (item: Item) => `item ${item.iId} of ${item.dId}`

const fieldsOf = (view: View, item: Item): readonly Field[] => view.get("datastores", item.dId)?.fields ?? []

function planOf(view: View, item: Item): FieldPlan | undefined {
  const datastore = view.get("datastores", item.dId)
  return datastore && fieldPlanOf(datastore)
}

function unknownParts(view: View, field: Field, value: StoredValue): readonly (string | number)[] {
  const { names } = fieldTypeOf(field)
  const isKnown = (part: string | number): boolean => {
    if ("options" in field) return field.options.some((option) => option.oId === part)
    if (names?.what === "users") return view.get("users", String(part)) !== undefined
    if (names?.what === "files") return view.get("files", String(part)) !== undefined
    if (names?.what === "items") return view.get("deletedItems", String(part)) === undefined
    return true
  }
  if (!("options" in field) && names === undefined) return []
  const parts: readonly (string | number)[] = Array.isArray(value) ? value : [value]
  return parts.filter((part) => !isKnown(part))
}

export const dataInvariants: readonly Rule[] = [
  {
    name: "keys-stand-once",
    description: "The access keys of an item are sorted and unique (model.md section 4).",
    problems: (view) =>
      everyItem(view)
        .filter((item) => item.accessKeys.some((key, at) => at > 0 && key <= (item.accessKeys[at - 1] ?? "")))
        .map((item) => `${where(item)} has unsorted or repeated access keys: ${item.accessKeys.join(", ")}`),
  },
  {
    name: "revisions-count-up",
    description:
      "rev_no is an integer of at least 1, and no item was updated before it was created (model.md section 7).",
    problems: (view) =>
      everyItem(view)
        .filter((item) => !Number.isSafeInteger(item.revNo) || item.revNo < 1 || item.updatedAt < item.createdAt)
        .map((item) => `${where(item)} has rev_no ${item.revNo}, created ${item.createdAt}, updated ${item.updatedAt}`),
  },
  {
    name: "statuses-are-known",
    description:
      "An item has a status of its datastore, or no status if the datastore has no statuses (model.md section 6).",
    problems: (view) =>
      everyItem(view)
        .filter((item) => {
          const statuses = view.get("datastores", item.dId)?.statuses ?? []
          return item.statusId === null ? statuses.length > 0 : !statuses.some((status) => status.sId === item.statusId)
        })
        .map((item) => `${where(item)} has the invalid status ${item.statusId}`),
  },
  {
    name: "values-belong-to-fields",
    description:
      "Every value belongs to a field of the datastore; its options, users, files and items exist (model.md sections 5 and 7).",
    problems(view) {
      const fields = new Map(
        view
          .all("datastores")
          .map(({ dId, fields }) => [dId, new Map(fields.map((field) => [field.fId as string, field]))]),
      )
      const problems: string[] = []
      for (const item of everyItem(view)) {
        const own = fields.get(item.dId)
        for (const [fId, value] of Object.entries(item.values)) {
          const field = own?.get(fId)
          if (field === undefined) {
            problems.push(`${where(item)} has a value for the unknown field ${fId}`)
            continue
          }
          for (const part of unknownParts(view, field, value)) {
            problems.push(`${where(item)}: ${field.displayId} refers to ${part}, which does not exist`)
          }
        }
      }
      return problems
    },
  },
  {
    name: "unique-values-are-unique",
    description: "No two items of a datastore have the same value in a unique field (model.md section 5.6).",
    problems(view) {
      const holders = new Map<string, Item>()
      const problems: string[] = []
      for (const item of everyItem(view)) {
        for (const field of fieldsOf(view, item)) {
          const value = item.values[field.fId]
          if (!field.unique || value === undefined) continue
          const key = `${field.fId} ${JSON.stringify(value)}`
          const other = holders.get(key)
          if (other !== undefined)
            problems.push(`${where(item)} and ${where(other)} have the same ${field.displayId}: ${value}`)
          holders.set(key, item)
        }
      }
      return problems
    },
  },
  {
    name: "links-join-items",
    description: "Both items of every link exist; deleting an item deletes its links (model.md section 8.1).",
    problems: (view) =>
      view
        .all("links")
        .filter((link) => !findItem(view, link.fromDId, link.fromIId) || !findItem(view, link.toDId, link.toIId))
        .map((link) => `link ${link.fromIId} → ${link.toIId} (${link.type}) refers to an item that does not exist`),
  },
  {
    name: "lookups-are-linked",
    description:
      "Every dslookup value with an existing target has a lookup link, and a link back if the field requires one; every lookup link has a dslookup value (model.md section 8.1).",
    problems(view) {
      const problems: string[] = []
      const expected = new Set<string>()
      for (const item of everyItem(view)) {
        for (const { fId, lookup } of planOf(view, item)?.lookups ?? []) {
          const target = item.values[fId]
          if (typeof target !== "string" || findItem(view, lookup.dId, target) === undefined) continue
          expected.add(`${item.iId}>${target}:${fId}`)
          if (lookup.reverseLink) expected.add(`${target}>${item.iId}:${fId}`)
        }
      }
      const actual = new Set<string>()
      for (const link of view.all("links")) {
        if (link.type === "lookup") actual.add(`${link.fromIId}>${link.toIId}:${link.fId}`)
      }
      for (const link of expected) if (!actual.has(link)) problems.push(`the lookup link ${link} is missing`)
      for (const link of actual) if (!expected.has(link)) problems.push(`the lookup link ${link} has no dslookup value`)
      return problems
    },
  },
  {
    name: "numbers-are-issued-once",
    description:
      "No two items of a datastore have the same auto number, unless a fixture gives the number or UpdateAutoNumber sets the counter back (model.md section 16).",
    problems(view) {
      const problems: string[] = []
      for (const datastore of view.all("datastores")) {
        for (const { field } of fieldPlanOf(datastore).drawn) {
          const numbers = view.all(`items:${datastore.dId}`).flatMap((item) => item.values[field.fId] ?? [])
          if (new Set(numbers).size === numbers.length) continue
          const twice = numbers.filter((number, at) => numbers.indexOf(number) !== at)
          if (twice.length > 0)
            problems.push(
              `${datastore.displayId}.${field.displayId} has repeated numbers: ${[...new Set(twice)].join(", ")}`,
            )
        }
      }
      return problems
    },
  },
  {
    name: "files-are-attached",
    description:
      "Every file in an item's value is attached to that item and not deleted; every attached file is in a value of its item (model.md section 18).",
    problems(view) {
      const fileIds = new Set<string>()
      const problems: string[] = []
      for (const item of everyItem(view)) {
        for (const fId of planOf(view, item)?.files ?? []) {
          for (const fileId of [item.values[fId] ?? []].flat()) {
            fileIds.add(String(fileId))
            const file = view.get("files", String(fileId))
            if (file?.iId !== item.iId || file.temporary || file.deleted)
              problems.push(`${where(item)} refers to the file ${fileId}, which is not attached to the item`)
          }
        }
      }
      for (const file of view.all("files")) {
        if (!file.temporary && !file.deleted && !fileIds.has(file.fileId))
          problems.push(`the file ${file.fileId} is attached, but no item refers to the file`)
      }
      return problems
    },
  },
  {
    name: "deleted-items-are-gone",
    description: "An item ID belongs to an existing item or to a deleted item, never to both (model.md section 7).",
    problems: (view) =>
      everyItem(view)
        .filter((item) => view.get("deletedItems", item.iId) !== undefined)
        .map((item) => `${where(item)} exists and is also marked as deleted`),
  },
]
