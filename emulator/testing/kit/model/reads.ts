import type { DataType } from "../../../../src/inside.ts"
import type { WireBody } from "../../../kit/targets.ts"
import { outgoing } from "./links.ts"
import { fieldOf, type Model, type ModelItem, type ModelValue } from "./model.ts"
import { seesDatastore, seesField, seesItem } from "./people.ts"

const seconds = (iso: string): string => `${iso.slice(0, 19)}Z`

/** A value as GetItemDetails shows it in display-ID form, made comparable: users by u_id, lookups by i_id. */
export function shownValue(dataType: DataType, value: ModelValue | undefined): unknown {
  switch (dataType) {
    case "text":
    case "textarea":
    case "autonum":
      return value ?? ""
    case "datetime":
    case "date":
      return typeof value === "string" ? seconds(value) : null
    case "checkbox":
    case "users":
      return value ?? []
    case "number":
    case "calc":
    case "time":
    case "select":
    case "radio":
    case "file":
    case "dslookup":
    case "status":
    case "label":
    case "separator":
      return value ?? null
  }
}

/** The same of a value in an answer. */
function answeredValue(dataType: DataType, value: WireBody): unknown {
  if (dataType === "users") return (value ?? []).map((user: WireBody) => user.user_id)
  if (dataType === "dslookup") return value?.item_id ?? null
  return value
}

/** What is different between an item and the details answered for it, in words; empty when they agree. */
export function compareDetails(model: Model, uId: string, item: ModelItem, details: WireBody): string[] {
  const differences: string[] = []
  const differ = (what: string, expected: unknown, answered: unknown) => {
    if (JSON.stringify(expected) !== JSON.stringify(answered)) {
      differences.push(`${what} is ${JSON.stringify(answered)}, expected ${JSON.stringify(expected)}`)
    }
  }
  differ("rev_no", item.rev, details.rev_no)
  const readable = item.datastore.fields.filter(
    (field) =>
      !field.hideFromApi &&
      !["label", "separator"].includes(field.dataType) &&
      seesField(model, uId, item.datastore, field),
  )
  differ("the fields", readable.map((field) => field.displayId).sort(), Object.keys(details.field_values).sort())
  for (const field of readable) {
    const answered = answeredValue(field.dataType, details.field_values[field.displayId]?.value)
    if (field.dataType === "file") {
      const ids = item.values[field.displayId]
      // files of the fixture are not the model's business
      if (ids !== undefined)
        differ(
          field.displayId,
          ids,
          [answered].flat().map((file: WireBody) => file?.file_id),
        )
    } else if (field.dataType === "status") differ(field.displayId, item.status, answered)
    else if (!pointsNowhere(model, item, field.displayId)) {
      differ(field.displayId, shownValue(field.dataType, item.values[field.displayId]), answered)
    }
  }
  // what auto links join is not known to the model
  const hasAutoLinks = model.schema.datastores.some((datastore) => datastore.hasAutoLinks)
  if (details.linked_items === undefined || hasAutoLinks) return differences
  return [...differences, ...compareLinkedItems(model, uId, item, details.linked_items)]
}

/** A lookup whose target was deleted: what it shows is not the model's business. */
const pointsNowhere = (model: Model, item: ModelItem, displayId: string): boolean =>
  fieldOf(item.datastore, displayId)?.dataType === "dslookup" &&
  item.values[displayId] !== undefined &&
  !model.items.has(String(item.values[displayId]))

/** What is different between the visible items an item links to and those answered, by datastore. */
export function compareLinkedItems(
  model: Model,
  uId: string,
  item: ModelItem,
  linkedItems: Readonly<Record<string, WireBody>>,
): string[] {
  const expected = [...outgoing(model, item)].filter((iId) => {
    const target = model.items.get(iId)
    return target !== undefined && seesItem(model, uId, target) && seesDatastore(model, uId, target.datastore)
  })
  const answered = Object.values(linkedItems).flatMap((linked) =>
    linked.items.map((one: WireBody) => one.i_id as string),
  )
  const [left, right] = [answered.sort().join(), expected.sort().join()]
  return left === right ? [] : [`the linked items are [${left}], expected [${right}]`]
}
