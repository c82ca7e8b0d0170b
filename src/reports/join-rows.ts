import { type Actor, seesDatastore, seesItem } from "../access/index.ts"
import { readableFields } from "../fields/index.ts"
import { type IId, invalidParams } from "../model/index.ts"
import { type Datastore, datastoreOf, type Item, type Report, type ReportJoin } from "../model/records/index.ts"
import { itemsTable, listLinksFrom, type View } from "../state/index.ts"
import { placeOf } from "./placed-columns.ts"

/** A source item and its joined items, in the order of the joins. An element is undefined if an outer join found no item. */
export type JoinedRow = readonly [Item, ...(Item | undefined)[]]

type FindPartners = (item: Item) => readonly Item[]

const NO_ITEMS: readonly Item[] = []

const MAX_ROWS = 1_000_000

/** Number of rows after which `beat` is called again. */
const ROWS_A_BEAT = 1024

/**
 * Returns a report's rows before filtering and grouping: one per source item and combination of joined items, in the order of the source
 * items. Skips hidden joined items and hidden lookups. Stops if `beat` returns false. Throws INVALID_PARAMS for more than `MAX_ROWS` rows.
 */
export function joinRows(
  view: View,
  actor: Actor,
  report: Report,
  sources: readonly Item[],
  beat: () => boolean,
): readonly JoinedRow[] {
  let rows: readonly JoinedRow[] = sources.map((item) => [item])
  for (const join of report.joins) {
    const from = placeOf(report, join.from)
    const partnersOf = partnerFinder(view, actor, report, join)
    const joined: JoinedRow[] = []
    let isStopped = !beat()
    for (const row of rows) {
      if (isStopped) break
      const item = row[from]
      const partners = item === undefined ? NO_ITEMS : partnersOf(item)
      if (partners.length === 0 && !join.inner) joined.push([...row, undefined])
      for (const partner of partners) {
        joined.push([...row, partner])
        if (joined.length > MAX_ROWS) throw tooManyRows(report)
        if (joined.length % ROWS_A_BEAT === 0 && !beat()) {
          isStopped = true
          break
        }
      }
    }
    rows = joined
  }
  return rows
}

/**
 * Returns whether the joins give each source item at most one row, and all items together at most `MAX_ROWS`. The rows of a source item then
 * do not depend on other source items.
 */
export const hasOneRowEach = (view: View, { joins, dId }: Report): boolean =>
  joins.length === 0 || (joins.every(({ via }) => via?.of === "from") && view.table(itemsTable(dId)).size <= MAX_ROWS)

const tooManyRows = ({ displayId }: Report) =>
  invalidParams(`the joins of ${displayId} result in more than ${MAX_ROWS} rows`)

function partnerFinder(view: View, actor: Actor, report: Report, join: ReportJoin): FindPartners {
  const { dId, via, from } = join
  const joined = view.get("datastores", dId)
  const begin = view.get("datastores", datastoreOf(report, from) ?? "")
  if (joined === undefined || begin === undefined || !seesDatastore(view, actor, joined)) return () => NO_ITEMS
  if (via === null) return linkedPartners(view, actor, joined)
  const holder = via.of === "from" ? begin : joined
  const field = readableFields(view, actor, holder).find(({ fId }) => fId === via.fId)
  if (field === undefined) return () => NO_ITEMS
  const targetOf = (item: Item): IId | undefined => item.values[field.fId] as IId | undefined
  return via.of === "from"
    ? namedPartners(view, actor, joined, targetOf)
    : namingPartners(view, actor, joined, targetOf)
}

/** Returns a function that finds the items to which an item links, if visible, in the order in which the links were created. */
const linkedPartners =
  (view: View, actor: Actor, { dId }: Datastore): FindPartners =>
  ({ iId }) => {
    const partners = new Set<Item>()
    for (const { toIId, toDId } of listLinksFrom(view, iId)) {
      const partner = toDId === dId ? view.get(itemsTable(dId), toIId) : undefined
      if (partner !== undefined && seesItem(actor, partner)) partners.add(partner)
    }
    return [...partners]
  }

function namedPartners(
  view: View,
  actor: Actor,
  { dId }: Datastore,
  targetOf: (item: Item) => IId | undefined,
): FindPartners {
  const items = view.table(itemsTable(dId))
  return (item) => {
    const target = targetOf(item)
    const partner = target === undefined ? undefined : items.get(target)
    return partner !== undefined && seesItem(actor, partner) ? [partner] : NO_ITEMS
  }
}

/** Returns a function that finds the visible items whose lookup field refers to an item, in creation order. */
function namingPartners(
  view: View,
  actor: Actor,
  { dId }: Datastore,
  targetOf: (item: Item) => IId | undefined,
): FindPartners {
  const naming = new Map<IId, Item[]>()
  view.table(itemsTable(dId)).forEach((item) => {
    const target = targetOf(item)
    if (target === undefined || !seesItem(actor, item)) return
    const known = naming.get(target)
    if (known === undefined) naming.set(target, [item])
    else known.push(item)
  })
  return ({ iId }) => naming.get(iId) ?? NO_ITEMS
}
