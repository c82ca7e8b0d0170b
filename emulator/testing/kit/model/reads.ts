import type { DataType } from "../../../../src/model/records/index.ts"
import type { WireBody } from "../targets.ts"
import { outgoingLinks } from "./links.ts"
import { fieldOf, type Model, type ModelItem, type ModelValue } from "./model.ts"
import { seesDatastore, seesField, seesItem } from "./people.ts"

const seconds = (iso: string): string => `${iso.slice(0, 19)}Z`

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

function answeredValue(dataType: DataType, value: WireBody): unknown {
  if (dataType === "users") return (value ?? []).map((user: WireBody) => user.user_id)
  if (dataType === "dslookup") return value?.item_id ?? null
  return value
}

export function compareDetails(model: Model, uId: string, item: ModelItem, details: WireBody): string[] {
  const differences: string[] = []
  const differ = (what: string, expected: unknown, answered: unknown) => {
    if (JSON.stringify(expected) !== JSON.stringify(answered)) {
      differences.push(`expected ${what} ${JSON.stringify(expected)}, received ${JSON.stringify(answered)}`)
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
      // The model does not know the files of the fixture's items, so these values are not compared.
      const answeredIds = [answered].flat().map((file: WireBody) => file?.file_id)
      if (ids !== undefined) differ(field.displayId, ids, answeredIds)
    } else if (field.dataType === "status") differ(field.displayId, item.status, answered)
    else if (!pointsNowhere(model, item, field.displayId)) {
      differ(field.displayId, shownValue(field.dataType, item.values[field.displayId]), answered)
    }
  }
  // The model does not know links made by auto_links, so links are compared only in workspaces without auto_links.
  const hasAutoLinks = model.schema.datastores.some((datastore) => datastore.hasAutoLinks)
  if (details.linked_items === undefined || hasAutoLinks) return differences
  return [...differences, ...compareLinkedItems(model, uId, item, details.linked_items)]
}

/** Whether a lookup field refers to a deleted item. The model does not predict the values of such fields. */
const pointsNowhere = (model: Model, item: ModelItem, displayId: string): boolean =>
  fieldOf(item.datastore, displayId)?.dataType === "dslookup" &&
  item.values[displayId] !== undefined &&
  !model.items.has(String(item.values[displayId]))

export function compareLinkedItems(
  model: Model,
  uId: string,
  item: ModelItem,
  linkedItems: Readonly<Record<string, WireBody>>,
): string[] {
  const expected = [...outgoingLinks(model, item)].filter((iId) => {
    const target = model.items.get(iId)
    return target !== undefined && seesItem(model, uId, target) && seesDatastore(model, uId, target.datastore)
  })
  const answered = Object.values(linkedItems).flatMap((linked) =>
    linked.items.map((one: WireBody) => one.i_id as string),
  )
  const [left, right] = [answered.sort().join(), expected.sort().join()]
  return left === right ? [] : [`expected the linked items [${right}], received the linked items [${left}]`]
}
