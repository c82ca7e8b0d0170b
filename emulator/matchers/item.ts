import { findDatastores, listAllItems, type WholeItem } from "../../src/inside.ts"
import { brief, fitsText, type MatcherState, requireWorld, type Verdict } from "./matching.ts"

/** An item that is to be there; a member that is left out may be anything. */
export interface ItemWanted {
  /** Display or internal ID. Absent: any application. */
  readonly application?: string
  /** Display or internal ID. */
  readonly datastore: string
  /** ID of the item; absent: any. */
  readonly itemId?: string
  /** The whole title, or a pattern that it fits; absent: any. */
  readonly title?: string | RegExp
  /** Display ID. */
  readonly status?: string | null
  /** Values by display ID, as `getItemDetails` answers them (model.md section 5.7); fields that are left out may hold anything. */
  readonly item?: Readonly<Record<string, unknown>>
}

const MOST_SHOWN = 5

/** `toHaveItem`: the world has an item with these values, whoever may see it. */
export function toHaveItem(this: MatcherState, given: unknown, wanted: ItemWanted): Verdict {
  const view = requireWorld("toHaveItem", given).view()
  const { application, datastore } = wanted ?? {}
  if (typeof datastore !== "string") {
    throw new TypeError(`toHaveItem is told { application, datastore, item: { … } }; it was told ${brief(wanted)}`)
  }
  const datastores = findDatastores(view, datastore, application)
  const where = application === undefined ? datastore : `${application}/${datastore}`
  if (datastores.length === 0) throw new TypeError(`toHaveItem: the world has no datastore ${where}`)
  const fields = new Set(datastores.flatMap((one) => one.fields.map(({ displayId }) => displayId)))
  const unknown = Object.keys(wanted.item ?? {}).find((name) => !fields.has(name))
  if (unknown !== undefined) {
    throw new TypeError(`toHaveItem: ${where} has no field ${unknown}; its fields are ${[...fields].join(", ")}`)
  }
  const items = datastores.flatMap((one) => listAllItems(view, one))
  const fits = (item: WholeItem): boolean =>
    (wanted.itemId === undefined || item.itemId === wanted.itemId) &&
    (wanted.title === undefined || fitsText(item.title, wanted.title)) &&
    (wanted.status === undefined || item.status === wanted.status) &&
    Object.entries(wanted.item ?? {}).every(([name, value]) => this.equals(item.values[name], value))
  const pass = items.some(fits)
  return {
    pass,
    message: () =>
      `expected ${where} ${pass ? "not to have" : "to have"} an item ${brief(wanted)}; ${describeItems(items, wanted)}`,
  }
}

/** The latest items, with the values that were asked for. */
function describeItems(items: readonly WholeItem[], { item: asked = {} }: ItemWanted): string {
  if (items.length === 0) return "it has none"
  const names = Object.keys(asked)
  const lines = items.slice(-MOST_SHOWN).map(({ itemId, title, status, values }) => {
    const shown = Object.fromEntries(names.map((name) => [name, values[name]]))
    return `  ${itemId} ${brief(title)}${status === null ? "" : ` ${status}`} ${brief(shown)}`
  })
  return [`it has ${items.length}, at last:`, ...lines].join("\n")
}
