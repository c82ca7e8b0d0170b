import type { Actor } from "../access/actor.ts"
import { seesDatastore, seesItem } from "../access/may.ts"
import { invalidParams } from "../model/error.ts"
import { readableFields } from "../fields/readable-fields.ts"
import type { IId } from "../model/ids.ts"
import { listLinksFrom } from "../state/links.ts"
import { byText } from "../order.ts"
import type { Datastore } from "../records/datastore.ts"
import type { Item } from "../model/records/item.ts"
import type { Report, ReportJoin } from "../records/reports/report.ts"
import { datastoreOf } from "../records/reports/report-uses.ts"
import { itemsTable } from "../state/tables.ts"
import type { View } from "../state/view.ts"
import { placeOf } from "./placed-columns.ts"

/** An item of the source and those joined to it, in the order of the joins; undefined where there is no partner. */
export type JoinedRow = readonly [Item, ...(Item | undefined)[]]

/** The items of a joined datastore that an item leads to. */
type FindPartners = (item: Item) => readonly Item[]

const NOBODY: readonly Item[] = []

/** More rows than any list or sum is made of, and as many as fit into memory. */
const MOST_ROWS = 1_000_000

/** So many rows are made between two looks at the time. */
const ROWS_A_BEAT = 1024

/**
 * The rows of a report before anything is left out or grouped: the source's items that the actor sees, newest first, those of an
 * instant by i_id, each as often as it has partners. What the actor does not see is no partner, and a lookup that they are not
 * shown leads nowhere. Ends early when `beat` says so. Refuses more rows than can be held with INVALID_PARAMS.
 */
export function joinRows(view: View, actor: Actor, report: Report, beat: () => boolean): readonly JoinedRow[] {
  let rows: readonly JoinedRow[] = listSourceItems(view, actor, report).map((item) => [item])
  for (const join of report.joins) {
    const from = placeOf(report, join.from)
    const partnersOf = partnerFinder(view, actor, report, join)
    const joined: JoinedRow[] = []
    let isStopped = !beat()
    for (const row of rows) {
      if (isStopped) break
      const item = row[from]
      const partners = item === undefined ? NOBODY : partnersOf(item)
      if (partners.length === 0 && !join.inner) joined.push([...row, undefined])
      for (const partner of partners) {
        joined.push([...row, partner])
        if (joined.length > MOST_ROWS) throw tooManyRows(report)
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

const tooManyRows = ({ displayId }: Report) =>
  invalidParams(`the joins of ${displayId} make more than ${MOST_ROWS} rows`)

function listSourceItems(view: View, actor: Actor, { dId }: Report): Item[] {
  const items: Item[] = []
  view.table(itemsTable(dId)).forEach((item) => {
    if (seesItem(actor, item)) items.push(item)
  })
  return items.sort((left, right) => byText(right.createdAt, left.createdAt) || byText(left.iId, right.iId))
}

function partnerFinder(view: View, actor: Actor, report: Report, join: ReportJoin): FindPartners {
  const { dId, via, from } = join
  const joined = view.get("datastores", dId)
  const begin = view.get("datastores", datastoreOf(report, from) ?? "")
  if (joined === undefined || begin === undefined || !seesDatastore(view, actor, joined)) return () => NOBODY
  if (via === null) return linkedPartners(view, actor, joined)
  const holder = via.of === "from" ? begin : joined
  const field = readableFields(view, actor, holder).find(({ fId }) => fId === via.fId)
  if (field === undefined) return () => NOBODY
  const targetOf = (item: Item): IId | undefined => item.values[field.fId] as IId | undefined
  return via.of === "from"
    ? namedPartners(view, actor, joined, targetOf)
    : namingPartners(view, actor, joined, targetOf)
}

/** Those that the item's links lead to, in the order in which these were made. */
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

/** The one that the item's lookup names. */
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
    return partner !== undefined && seesItem(actor, partner) ? [partner] : NOBODY
  }
}

/** Those whose lookup names the item, in the order in which they were made. */
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
  return ({ iId }) => naming.get(iId) ?? NOBODY
}
