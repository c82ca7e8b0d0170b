import { findStatus } from "../../access/index.ts"
import { nameIn, type SId } from "../../model/index.ts"
import type { Datastore, Status } from "../../model/records/index.ts"
import type { Subject } from "../subject.ts"
import { baseType, type FieldType, InvalidValue, isCleared } from "./field-type.ts"

const statusOf = (datastore: Datastore, sId: SId | undefined): Status | undefined =>
  datastore.statuses.find((status) => status.sId === sId)

/** Describes how conditions on `status_id` test an item. The datastore need not have a status field. */
export const statusSubject = (datastore: Datastore): Subject => ({
  match: "ids",
  read: ({ statusId }) => statusId ?? undefined,
  idOf: (reference) => findStatus(datastore, reference)?.sId ?? reference,
})

/** Type of status fields. The value is the item's status. Actions set it; a request's `item` may set it only if the action permits this. */
export const status: FieldType<"status"> = {
  ...baseType,
  suggest: (_given, _field, { datastore }) => datastore.statuses.map(({ displayId }) => displayId),
  origin: { from: "status" },
  parse(input, _field, datastore) {
    if (isCleared(input)) return null
    const found = typeof input === "string" ? findStatus(datastore, input) : undefined
    return (
      found?.sId ?? new InvalidValue(`unknown status: ${typeof input === "string" ? input : JSON.stringify(input)}`)
    )
  },
  cellReader(_field, { view, datastore }) {
    const { lang } = view.settings
    const byName = new Map(datastore.statuses.toReversed().map(({ name, sId }) => [nameIn(name, lang), sId]))
    return (cell) => byName.get(cell) ?? cell
  },
  details(value, _field, { datastore, ids }) {
    if (value === undefined) return null
    return ids === "internal" ? value : (statusOf(datastore, value)?.displayId ?? null)
  },
  list(value, _field, { view, datastore }) {
    const found = statusOf(datastore, value)
    return found === undefined ? "" : nameIn(found.name, view.settings.lang)
  },
  sortKey: (value, _field, { datastore }) => statusOf(datastore, value)?.sortId ?? null,
  mayBeUnique: false,
  subject: (_field, { datastore }) => statusSubject(datastore),
}
