import { type Action, type Datastore, type Field, type ItemDetails, type Lang, nameIn } from "../../../src/inside.ts"
import type { WireDetailsByDisplayId, WireDetailsByInternalId } from "../../contract/rows/items/items-read.ts"
import { isLongJson, JsonParts } from "../json-pieces.ts"
import { JsonText, writtenOnce } from "../json-text.ts"
import { presentLinkedDatastores } from "../../api/presenters/items/linked-items.ts"
import { presentDetail } from "../../api/presenters/items/values.ts"

/** From here on values are not put together, in characters. */
const LONG_VALUES = 1_048_576

/** What an answer says beside the item and its values. */
type OfferMember =
  | "status_list"
  | "status_actions"
  | "item_actions"
  | "status_order"
  | "status_action_order"
  | "item_action_order"

type Head = Omit<WireDetailsByDisplayId, "field_values" | "linked_items" | OfferMember>

/**
 * GetItemDetails in the form its IDs ask for: maps keyed by display IDs, or arrays of internal IDs (api.md section 8). Most of
 * the answer describes the datastore, not the item, and is written once.
 */
export function presentItemDetails(details: ItemDetails): JsonText | JsonParts {
  const { item, title, createdBy, updatedBy, linkedItems, ids, lang } = details
  const head = JSON.stringify({
    title,
    rev_no: item.revNo,
    created_at: item.createdAt,
    updated_at: item.updatedAt,
    created_by: createdBy,
    updated_by: updatedBy,
  } satisfies Head)
  const linked = linkedItems === undefined ? undefined : presentLinkedDatastores(linkedItems, ids, lang)
  const values = ids === "display" ? valuesByDisplayId(details) : valuesByInternalId(details)
  const offer = ids === "display" ? offerByDisplayId(details) : offerByInternalId(details)
  const [opening, closing] = ids === "display" ? ["{", "}"] : ["[", "]"]
  const before = `${head.slice(0, -1)},"field_values":${opening}`
  const after = `${closing},${offer}${linked === undefined ? "" : ',"linked_items":'}`
  if (typeof values === "string" && !isLongJson(linked)) {
    return new JsonText(`${before}${values}${after}${linked === undefined ? "" : JSON.stringify(linked)}}`)
  }
  const own = typeof values === "string" ? [new JsonText(values)] : values
  return new JsonParts([
    new JsonText(before),
    ...own,
    new JsonText(after),
    ...(linked === undefined ? [] : [linked]),
    new JsonText("}"),
  ])
}

/** The JSON around a value: all that is said of its field. */
interface Frame {
  readonly before: string
  readonly after: string
}

interface Named {
  field_id: string
  field_name: string
  dataType: string
}

/** The object of a field, open where its value belongs. */
const frame = <F extends Named>(before: Named, after: Omit<F, keyof Named | "value">, key = ""): Frame => ({
  before: `${key}${JSON.stringify(before).slice(0, -1)},"value":`,
  after: `,${JSON.stringify(after).slice(1)}`,
})

/** The values, each in the object of its field; as parts where they are long. */
function writeValues(
  fieldValues: ItemDetails["fieldValues"],
  frameOf: (field: Field) => Frame,
): string | readonly unknown[] {
  let text = ""
  for (const { field, value } of fieldValues) {
    const { before, after } = frameOf(field)
    const presented = presentDetail(value)
    if (text.length >= LONG_VALUES || isLongJson(presented)) return partsOfValues(fieldValues, frameOf)
    text += `${text === "" ? "" : ","}${before}${JSON.stringify(presented)}${after}`
  }
  return text
}

const partsOfValues = (fieldValues: ItemDetails["fieldValues"], frameOf: (field: Field) => Frame) =>
  fieldValues.flatMap(({ field, value }, at) => {
    const { before, after } = frameOf(field)
    return [new JsonText(`${at === 0 ? "" : ","}${before}`), presentDetail(value), new JsonText(after)]
  })

const fieldByDisplayId = writtenOnce((field: Field, lang) =>
  frame<WireDetailsByDisplayId["field_values"][string]>(
    { field_id: field.displayId, field_name: nameIn(field.name, lang), dataType: field.dataType },
    { sizeX: field.layout.sizeX, sizeY: field.layout.sizeY, col: field.layout.col, row: field.layout.row },
    `${JSON.stringify(field.displayId)}:`,
  ),
)

/** All that an answer says beside the item: statuses and actions. */
interface Offer {
  readonly datastore: Datastore
  readonly statusActions: readonly Action[]
  readonly lang: Lang
}

/**
 * Writes an offer once: the lists of item actions and status actions stay the same for as long as the reader and the
 * datastore do.
 */
function offerWriter(write: (itemActions: readonly Action[], offer: Offer) => string) {
  const written = writtenOnce((_: readonly Action[], _lang) => new WeakMap<readonly Action[], string>())
  return (details: ItemDetails): string => {
    const { itemActions, statusActions, lang } = details
    const texts = written(lang)(itemActions)
    const known = texts.get(statusActions)
    if (known !== undefined) return known
    const text = write(itemActions, details)
    texts.set(statusActions, text)
    return text
  }
}

const describeAction = (action: Action, id: string, lang: Lang) => ({
  action_id: id,
  a_id: action.aId,
  action_name: nameIn(action.name, lang),
  display_order: action.displayOrder,
  crud_type: action.crudType,
})

const nextStatus = ({ statuses }: Datastore, { setStatus }: Action) => statuses.find(({ sId }) => sId === setStatus)

const byDisplayId = <T extends { readonly displayId: string }, V>(all: readonly T[], describe: (one: T) => V) =>
  Object.fromEntries(all.map((one) => [one.displayId, describe(one)]))

const idOf = ({ displayId }: { readonly displayId: string }) => displayId

/** The members of an object, without its braces. */
const membersOf = <D>(value: Pick<D, OfferMember & keyof D>): string => JSON.stringify(value).slice(1, -1)

const offerByDisplayId = offerWriter((itemActions, { datastore, statusActions, lang }) =>
  membersOf<WireDetailsByDisplayId>({
    status_list: byDisplayId(datastore.statuses, ({ displayId, sId, name }) => ({
      status_id: displayId,
      s_id: sId,
      status_name: nameIn(name, lang),
    })),
    status_actions: byDisplayId(statusActions, (action) => ({
      ...describeAction(action, action.displayId, lang),
      next_status_id: nextStatus(datastore, action)?.displayId ?? "",
    })),
    item_actions: byDisplayId(itemActions, (action) => describeAction(action, action.displayId, lang)),
    status_order: datastore.statuses.map(idOf),
    status_action_order: statusActions.map(idOf),
    item_action_order: itemActions.map(idOf),
  }),
)

const offerByInternalId = offerWriter((itemActions, { datastore, statusActions, lang }) =>
  membersOf<WireDetailsByInternalId>({
    status_list: datastore.statuses.map(({ sId, name, sortId }) => ({
      status_id: sId,
      status_name: nameIn(name, lang),
      sort_id: sortId,
    })),
    status_actions: statusActions.map((action) => ({
      ...describeAction(action, action.aId, lang),
      next_status_id: nextStatus(datastore, action)?.sId ?? "",
    })),
    item_actions: itemActions.map((action) => ({
      ...describeAction(action, action.aId, lang),
      ...(action.description === "" ? {} : { description: action.description }),
    })),
    status_order: datastore.statuses.map(({ sId }) => sId),
    status_action_order: statusActions.map(({ aId }) => aId),
    item_action_order: itemActions.map(({ aId }) => aId),
  }),
)

const fieldByInternalId = writtenOnce((field: Field, lang) =>
  frame<WireDetailsByInternalId["field_values"][number]>(
    { field_id: field.fId, field_name: nameIn(field.name, lang), dataType: field.dataType },
    { use_as_search: field.search, show_in_list: field.showList, display_id: field.displayId },
  ),
)

const valuesByDisplayId = ({ fieldValues, lang }: ItemDetails) => writeValues(fieldValues, fieldByDisplayId(lang))

const valuesByInternalId = ({ fieldValues, lang }: ItemDetails) => writeValues(fieldValues, fieldByInternalId(lang))
