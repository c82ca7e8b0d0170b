import { findStatus } from "../../access/places.ts"
import type { SId } from "../../model/ids.ts"
import { nameIn } from "../../model/names.ts"
import type { Datastore, Status } from "../../records/datastore.ts"
import type { Subject } from "../subject.ts"
import { baseKind, isCleared, type Kind, Unfit } from "./field-type.ts"

const statusOf = (datastore: Datastore, sId: SId | undefined): Status | undefined =>
  datastore.statuses.find((status) => status.sId === sId)

/** What conditions on the status look at, whether or not a field shows it. */
export const statusSubject = (datastore: Datastore): Subject => ({
  match: "ids",
  read: ({ statusId }) => statusId ?? undefined,
  idOf: (reference) => findStatus(datastore, reference)?.sId ?? reference,
})

/** The field that shows the item's status; moved by actions, written through `item` only where one permits it. */
export const status: Kind<"status"> = {
  ...baseKind,
  origin: { from: "status" },
  parse(input, _field, datastore) {
    if (isCleared(input)) return null
    const found = typeof input === "string" ? findStatus(datastore, input) : undefined
    return found?.sId ?? new Unfit(`unknown status: ${typeof input === "string" ? input : JSON.stringify(input)}`)
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
