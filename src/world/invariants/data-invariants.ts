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
    description: "The access keys of an item are sorted and each there once (model.md section 4).",
    problems: (view) =>
      everyItem(view)
        .filter((item) => item.accessKeys.some((key, at) => at > 0 && key <= (item.accessKeys[at - 1] ?? "")))
        .map((item) => `${where(item)} has the access keys ${item.accessKeys.join(", ")}`),
  },
  {
    name: "revisions-count-up",
    description:
      "rev_no is an integer from 1, and an item was never updated before it was created (model.md section 7).",
    problems: (view) =>
      everyItem(view)
        .filter((item) => !Number.isSafeInteger(item.revNo) || item.revNo < 1 || item.updatedAt < item.createdAt)
        .map((item) => `${where(item)} has rev_no ${item.revNo}, created ${item.createdAt}, updated ${item.updatedAt}`),
  },
  {
    name: "statuses-are-known",
    description:
      "An item's status is one of its datastore; only a datastore without statuses has items without one (model.md section 6).",
    problems: (view) =>
      everyItem(view)
        .filter((item) => {
          const statuses = view.get("datastores", item.dId)?.statuses ?? []
          return item.statusId === null ? statuses.length > 0 : !statuses.some((status) => status.sId === item.statusId)
        })
        .map((item) => `${where(item)} has the status ${item.statusId}`),
  },
  {
    name: "values-belong-to-fields",
    description:
      "Values stand under fields of the datastore; options, users and files that they name exist, and items were not deleted (model.md sections 5 and 7).",
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
            problems.push(`${where(item)}: ${field.displayId} names ${part}, which does not exist`)
          }
        }
      }
      return problems
    },
  },
  {
    name: "unique-values-are-unique",
    description: "No two items of a datastore hold the same value in a unique field (model.md section 5.6).",
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
            problems.push(`${where(item)} and ${where(other)} hold the same ${field.displayId}: ${value}`)
          holders.set(key, item)
        }
      }
      return problems
    },
  },
  {
    name: "links-join-items",
    description:
      "Both ends of every link are items that exist; deleting one takes its links along (model.md section 8.1).",
    problems: (view) =>
      view
        .all("links")
        .filter((link) => !findItem(view, link.fromDId, link.fromIId) || !findItem(view, link.toDId, link.toIId))
        .map((link) => `link ${link.fromIId} → ${link.toIId} (${link.type}) has an end that does not exist`),
  },
  {
    name: "lookups-are-linked",
    description:
      "Every dslookup value whose target exists is accompanied by a lookup link, and by one back where the field asks for it; no lookup link is left without its value (model.md section 8.1).",
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
      for (const link of actual) if (!expected.has(link)) problems.push(`the lookup link ${link} has no value`)
      return problems
    },
  },
  {
    name: "numbers-are-issued-once",
    description:
      "No two items of a datastore hold the same auto number, unless it was put there by a fixture or an UpdateAutoNumber set the counter back (model.md section 16).",
    problems(view) {
      const problems: string[] = []
      for (const datastore of view.all("datastores")) {
        for (const { field } of fieldPlanOf(datastore).drawn) {
          const numbers = view.all(`items:${datastore.dId}`).flatMap((item) => item.values[field.fId] ?? [])
          if (new Set(numbers).size === numbers.length) continue
          const twice = numbers.filter((number, at) => numbers.indexOf(number) !== at)
          if (twice.length > 0)
            problems.push(
              `${datastore.displayId}.${field.displayId} was issued twice: ${[...new Set(twice)].join(", ")}`,
            )
        }
      }
      return problems
    },
  },
  {
    name: "files-are-attached",
    description:
      "A file that an item names belongs to that item and is neither temporary nor deleted; an attached file is named by its item (model.md section 18).",
    problems(view) {
      const fileIds = new Set<string>()
      const problems: string[] = []
      for (const item of everyItem(view)) {
        for (const fId of planOf(view, item)?.files ?? []) {
          for (const fileId of [item.values[fId] ?? []].flat()) {
            fileIds.add(String(fileId))
            const file = view.get("files", String(fileId))
            if (file?.iId !== item.iId || file.temporary || file.deleted)
              problems.push(`${where(item)} names the file ${fileId}, which is not attached to it`)
          }
        }
      }
      for (const file of view.all("files")) {
        if (!file.temporary && !file.deleted && !fileIds.has(file.fileId))
          problems.push(`file ${file.fileId} is attached but no item names it`)
      }
      return problems
    },
  },
  {
    name: "deleted-items-are-gone",
    description: "An ID is alive or deleted, never both (model.md section 7).",
    problems: (view) =>
      everyItem(view)
        .filter((item) => view.get("deletedItems", item.iId) !== undefined)
        .map((item) => `${where(item)} is alive and deleted`),
  },
]
