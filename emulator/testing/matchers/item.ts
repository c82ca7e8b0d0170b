import { type Datastore, findDatastores, listAllItems, nearest, type View, type WholeItem } from "../../../src/inside.ts"
import { equalFor } from "../../matchers/equal.ts"
import { fitsText, type MatcherState, requireText, requireWanted, requireWorld, type Verdict } from "./matching.ts"
import { brief, isPlain } from "./format.ts"

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

const KNOWN = ["application", "datastore", "itemId", "title", "status", "item"] as const
const MOST_SHOWN = 5

/** `toHaveItem`: the world has an item with these values, whoever may see it. */
export function toHaveItem(this: MatcherState, given: unknown, wanted: ItemWanted): Verdict {
  const view = requireWorld("toHaveItem", given).view()
  if (!isPlain(wanted) || wanted.datastore === undefined) {
    throw new TypeError(`toHaveItem is told { application, datastore, item: { … } }; it was told ${brief(wanted)}`)
  }
  const { application, datastore } = requireWanted("toHaveItem", wanted, KNOWN)
  requireText("toHaveItem", "title", wanted.title)
  const datastores = requireDatastores(view, datastore, application)
  const where = application === undefined ? datastore : `${application}/${datastore}`
  requireFields(datastores, where, wanted.item ?? {})
  requireStatus(datastores, where, wanted.status)
  const items = datastores.flatMap((one) => listAllItems(view, one))
  /** How much of what is wanted an item has not. */
  const misses = (item: WholeItem): number =>
    [
      wanted.itemId === undefined || item.itemId === wanted.itemId,
      wanted.title === undefined || fitsText(this, item.title, wanted.title),
      wanted.status === undefined || item.status === wanted.status,
      ...Object.entries(wanted.item ?? {}).map(([name, value]) => equalFor(this, item.values[name], value)),
    ].filter((fits) => !fits).length
  const byMisses = items.map((item) => ({ item, missed: misses(item) }))
  const fitting = byMisses.filter(({ missed }) => missed === 0).map(({ item }) => item)
  const pass = fitting.length > 0
  return {
    pass,
    message: () =>
      pass
        ? `expected ${where} not to have an item ${brief(wanted)}; it has${linesOf(fitting, wanted)}`
        : `expected ${where} to have an item ${brief(wanted)}; ${describeItems(byMisses, wanted)}`,
  }
}

function requireDatastores(view: View, datastore: string, application: string | undefined): Datastore[] {
  const found = findDatastores(view, datastore, application)
  if (found.length > 0) return found
  const names = view
    .table("datastores")
    .toArray()
    .map((one) => `${view.expect("applications", one.pId).displayId}/${one.displayId}`)
  const where = application === undefined ? datastore : `${application}/${datastore}`
  const meant = nearest(where, application === undefined ? names.map((name) => name.replace(/^.*\//, "")) : names)
  const hint = meant === undefined ? `there ${names.length === 1 ? "is" : "are"} ${names.join(", ")}` : undefined
  throw new TypeError(`toHaveItem: the world has no datastore ${where}; ${hint ?? `did you mean ${meant}?`}`)
}

function requireFields(datastores: readonly Datastore[], where: string, item: unknown): void {
  if (!isPlain(item)) {
    throw new TypeError(`toHaveItem: item is an object of values by display ID, not ${brief(item)}`)
  }
  const fields = new Set(datastores.flatMap((one) => one.fields.map(({ displayId }) => displayId)))
  for (const [name, value] of Object.entries(item)) {
    if (!fields.has(name)) {
      throw new TypeError(`toHaveItem: ${where} has no field ${name}; its fields are ${[...fields].join(", ")}`)
    }
    if (value === undefined) {
      throw new TypeError(`toHaveItem: item.${name} is undefined; a field without a value holds null, "" or []`)
    }
  }
}

function requireStatus(datastores: readonly Datastore[], where: string, status: unknown): void {
  if (typeof status !== "string") return
  const names = datastores.flatMap(({ statuses }) => statuses.map(({ displayId }) => displayId))
  if (names.includes(status)) return
  const hint = names.length === 0 ? "it has none" : `its statuses are ${names.join(", ")}`
  throw new TypeError(`toHaveItem: ${where} has no status ${status}; ${hint}`)
}

/** The items that come nearest. */
function describeItems(
  byMisses: readonly { readonly item: WholeItem; readonly missed: number }[],
  wanted: ItemWanted,
): string {
  if (byMisses.length === 0) return "it has none"
  const sorted = byMisses.toSorted((left, right) => left.missed - right.missed).map(({ item }) => item)
  return `it has ${sorted.length}${sorted.length > 1 ? ", the nearest first" : ""}:${linesOf(sorted, wanted)}`
}

/** A line for each of the first items, with the values that were asked for. */
function linesOf(items: readonly WholeItem[], { item: asked = {} }: ItemWanted): string {
  const names = Object.keys(asked)
  return items
    .slice(0, MOST_SHOWN)
    .map(({ itemId, title, status, values }) => {
      const shown = Object.fromEntries(names.map((name) => [name, values[name]]))
      return `\n  ${itemId} ${brief(title)}${status === null ? "" : ` ${status}`} ${brief(shown)}`
    })
    .join("")
}
