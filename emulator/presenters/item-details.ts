import { type Action, type Datastore, type Field, type ItemDetails, type Lang, nameIn } from "../../src/index.ts"
import { JsonText, writtenOnce } from "./json-text.ts"
import { presentLinkedDatastores } from "./linked-items.ts"
import { presentDetail } from "./values.ts"

/**
 * GetItemDetails in the form its IDs ask for: maps keyed by display IDs, or arrays of internal IDs (api.md section 8). Most of
 * the answer describes the datastore, not the item, and is written once.
 */
export function presentItemDetails(details: ItemDetails): JsonText {
  const { item, title, createdBy, updatedBy, linkedItems, ids, lang } = details
  const head = JSON.stringify({
    title,
    rev_no: item.revNo,
    created_at: item.createdAt,
    updated_at: item.updatedAt,
    created_by: createdBy,
    updated_by: updatedBy,
  })
  const linked =
    linkedItems === undefined
      ? ""
      : `,"linked_items":${JSON.stringify(presentLinkedDatastores(linkedItems, ids, lang))}`
  const body = ids === "display" ? writeByDisplayId(details) : writeByInternalId(details)
  return new JsonText(`${head.slice(0, -1)},${body}${linked}}`)
}

/** The JSON around a value: all that is said of its field. */
interface Frame {
  readonly before: string
  readonly after: string
}

/** The object of a field, open where its value belongs. */
const frame = (before: object, after: object, key = ""): Frame => ({
  before: `${key}${JSON.stringify(before).slice(0, -1)},"value":`,
  after: `,${JSON.stringify(after).slice(1)}`,
})

function writeValues(fieldValues: ItemDetails["fieldValues"], frameOf: (field: Field) => Frame): string {
  let text = ""
  for (const { field, value } of fieldValues) {
    const { before, after } = frameOf(field)
    text += `${text === "" ? "" : ","}${before}${JSON.stringify(presentDetail(value))}${after}`
  }
  return text
}

const keyOf = ({ displayId }: { readonly displayId: string }): string => `${JSON.stringify(displayId)}:`

const fieldByDisplayId = writtenOnce((field: Field, lang) =>
  frame(
    { field_id: field.displayId, field_name: nameIn(field.name, lang), dataType: field.dataType },
    { sizeX: field.layout.sizeX, sizeY: field.layout.sizeY, col: field.layout.col, row: field.layout.row },
    keyOf(field),
  ),
)

const statusesByDisplayId = writtenOnce((statuses: Datastore["statuses"], lang) =>
  statuses
    .map((status) => {
      const { displayId, sId, name } = status
      return `${keyOf(status)}${JSON.stringify({ status_id: displayId, s_id: sId, status_name: nameIn(name, lang) })}`
    })
    .join(","),
)

const describeAction = (action: Action, id: string, lang: Lang) => ({
  action_id: id,
  a_id: action.aId,
  action_name: nameIn(action.name, lang),
  display_order: action.displayOrder,
  crud_type: action.crudType,
})

/** Open, for the status that a status action leads to. */
const actionByDisplayId = writtenOnce(
  (action: Action, lang) => keyOf(action) + JSON.stringify(describeAction(action, action.displayId, lang)).slice(0, -1),
)

const actionByInternalId = writtenOnce((action: Action, lang) =>
  JSON.stringify(describeAction(action, action.aId, lang)).slice(0, -1),
)

const describedAction = writtenOnce((action: Action, lang) =>
  JSON.stringify({
    ...describeAction(action, action.aId, lang),
    ...(action.description === "" ? {} : { description: action.description }),
  }),
)

const nextStatus = (datastore: Datastore, { setStatus }: Action) =>
  datastore.statuses.find((status) => status.sId === setStatus)

const writeIds = (ids: readonly string[]): string => JSON.stringify(ids)

function writeByDisplayId({ datastore, fieldValues, statusActions, itemActions, lang }: ItemDetails): string {
  const action = actionByDisplayId(lang)
  const idOf = ({ displayId }: { readonly displayId: string }) => displayId
  const leading = statusActions.map(
    (one) => `${action(one)},"next_status_id":${JSON.stringify(nextStatus(datastore, one)?.displayId ?? "")}}`,
  )
  return (
    `"field_values":{${writeValues(fieldValues, fieldByDisplayId(lang))}},` +
    `"status_list":{${statusesByDisplayId(lang)(datastore.statuses)}},` +
    `"status_actions":{${leading.join(",")}},` +
    `"item_actions":{${itemActions.map((one) => `${action(one)}}`).join(",")}},` +
    `"status_order":${writeIds(datastore.statuses.map(idOf))},` +
    `"status_action_order":${writeIds(statusActions.map(idOf))},` +
    `"item_action_order":${writeIds(itemActions.map(idOf))}`
  )
}

const fieldByInternalId = writtenOnce((field: Field, lang) =>
  frame(
    { field_id: field.fId, field_name: nameIn(field.name, lang), dataType: field.dataType },
    { use_as_search: field.search, show_in_list: field.showList, display_id: field.displayId },
  ),
)

const statusesByInternalId = writtenOnce((statuses: Datastore["statuses"], lang) =>
  JSON.stringify(
    statuses.map(({ sId, name, sortId }) => ({ status_id: sId, status_name: nameIn(name, lang), sort_id: sortId })),
  ),
)

function writeByInternalId({ datastore, fieldValues, statusActions, itemActions, lang }: ItemDetails): string {
  const action = actionByInternalId(lang)
  const leading = statusActions.map(
    (one) => `${action(one)},"next_status_id":${JSON.stringify(nextStatus(datastore, one)?.sId ?? "")}}`,
  )
  return (
    `"field_values":[${writeValues(fieldValues, fieldByInternalId(lang))}],` +
    `"status_list":${statusesByInternalId(lang)(datastore.statuses)},` +
    `"status_actions":[${leading.join(",")}],` +
    `"item_actions":[${itemActions.map(describedAction(lang)).join(",")}],` +
    `"status_order":${writeIds(datastore.statuses.map(({ sId }) => sId))},` +
    `"status_action_order":${writeIds(statusActions.map(({ aId }) => aId))},` +
    `"item_action_order":${writeIds(itemActions.map(({ aId }) => aId))}`
  )
}
