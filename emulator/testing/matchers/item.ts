import { nearest } from "../../../src/model/index.ts"
import type { Datastore } from "../../../src/model/records/index.ts"
import { findDatastores, listAllItems, type WholeItem } from "../../../src/operations/index.ts"
import type { View } from "../../../src/state/index.ts"
import { brief, isPlain } from "./format.ts"
import {
  equalFor,
  fitsText,
  type MatcherState,
  requireText,
  requireWanted,
  requireWorld,
  type Verdict,
} from "./matching.ts"

/** The expected item. Omitted properties match anything. */
export interface ItemWanted {
  /** Display ID or p_id of the application; default: any application. */
  readonly application?: string
  /** Display ID or d_id of the datastore. */
  readonly datastore: string
  /** The item's i_id; default: any item. */
  readonly itemId?: string
  /** The whole title, or a pattern for a part of it; default: any title. */
  readonly title?: string | RegExp
  /** Display ID of the item's status; null for an item without a status; default: any status. */
  readonly status?: string | null
  /** Field values by display ID, as `getItemDetails` returns them (model.md section 5.7). Omitted fields match anything. */
  readonly item?: Readonly<Record<string, unknown>>
}

const KNOWN_PROPERTIES = ["application", "datastore", "itemId", "title", "status", "item"] as const
const MAX_ITEMS = 5

export function toHaveItem(this: MatcherState, given: unknown, wanted: ItemWanted): Verdict {
  const view = requireWorld("toHaveItem", given).view()
  if (!isPlain(wanted) || wanted.datastore === undefined) {
    throw new TypeError(`toHaveItem expects { application, datastore, item: { … } }, received ${brief(wanted)}`)
  }
  const { application, datastore } = requireWanted("toHaveItem", wanted, KNOWN_PROPERTIES)
  requireText("toHaveItem", "title", wanted.title)
  const datastores = requireDatastores(view, datastore, application)
  const where = application === undefined ? datastore : `${application}/${datastore}`
  requireFields(datastores, where, wanted.item ?? {})
  requireStatus(datastores, where, wanted.status)
  const items = datastores.flatMap((one) => listAllItems(view, one))
  const countDifferences = (item: WholeItem): number =>
    [
      wanted.itemId === undefined || item.itemId === wanted.itemId,
      wanted.title === undefined || fitsText(this, item.title, wanted.title),
      wanted.status === undefined || item.status === wanted.status,
      ...Object.entries(wanted.item ?? {}).map(([name, value]) => equalFor(this, item.values[name], value)),
    ].filter((fits) => !fits).length
  const byDifferences = items.map((item) => ({ item, differences: countDifferences(item) }))
  const matching = byDifferences.filter(({ differences }) => differences === 0).map(({ item }) => item)
  const pass = matching.length > 0
  return {
    pass,
    message: () =>
      pass
        ? `expected ${where} not to have an item ${brief(wanted)}; matching items:${linesOf(matching, wanted)}`
        : `expected ${where} to have an item ${brief(wanted)}; ${describeItems(byDifferences, wanted)}`,
  }
}

function requireDatastores(view: View, datastore: string, application: string | undefined): Datastore[] {
  const found = findDatastores(view, datastore, application)
  if (found.length > 0) return found
  const names = view
    .all("datastores")
    .map((one) => `${view.expect("applications", one.pId).displayId}/${one.displayId}`)
  const where = application === undefined ? datastore : `${application}/${datastore}`
  const meant = nearest(where, application === undefined ? names.map((name) => name.replace(/^.*\//, "")) : names)
  const hint = meant === undefined ? `the datastores are ${names.join(", ")}` : `did you mean ${meant}?`
  throw new TypeError(`toHaveItem: the world has no datastore ${where}; ${hint}`)
}

function requireFields(datastores: readonly Datastore[], where: string, item: unknown): void {
  if (!isPlain(item)) {
    throw new TypeError(
      `toHaveItem: expected item to be an object that maps display IDs to values, received ${brief(item)}`,
    )
  }
  const fields = new Set(datastores.flatMap((one) => one.fields.map(({ displayId }) => displayId)))
  for (const [name, value] of Object.entries(item)) {
    if (!fields.has(name)) {
      throw new TypeError(`toHaveItem: ${where} has no field ${name}; the fields are ${[...fields].join(", ")}`)
    }
    if (value === undefined) {
      throw new TypeError(`toHaveItem: item.${name} is undefined; use null, "" or [] for a field without a value`)
    }
  }
}

function requireStatus(datastores: readonly Datastore[], where: string, status: unknown): void {
  if (typeof status !== "string") return
  const names = datastores.flatMap(({ statuses }) => statuses.map(({ displayId }) => displayId))
  if (names.includes(status)) return
  const hint = names.length === 0 ? "the datastore has no statuses" : `the statuses are ${names.join(", ")}`
  throw new TypeError(`toHaveItem: ${where} has no status ${status}; ${hint}`)
}

function describeItems(
  byDifferences: readonly { readonly item: WholeItem; readonly differences: number }[],
  wanted: ItemWanted,
): string {
  if (byDifferences.length === 0) return "the datastore has no items"
  const sorted = byDifferences.toSorted((left, right) => left.differences - right.differences).map(({ item }) => item)
  return `the most similar items (of ${sorted.length}):${linesOf(sorted, wanted)}`
}

function linesOf(items: readonly WholeItem[], { item: expected = {} }: ItemWanted): string {
  const names = Object.keys(expected)
  return items
    .slice(0, MAX_ITEMS)
    .map(({ itemId, title, status, values }) => {
      const shown = Object.fromEntries(names.map((name) => [name, values[name]]))
      return `\n  ${itemId} ${brief(title)}${status === null ? "" : ` ${status}`} ${brief(shown)}`
    })
    .join("")
}
