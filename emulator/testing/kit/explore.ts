import { KitError } from "./failures.ts"
import { type KitSource, targetsOf } from "./kit.ts"
import { errorCodesOf } from "./session.ts"
import type { KitAnswer, KitRequest, Target } from "../../kit/targets.ts"

/** One way a set of requests can end, and the orders that lead to it. */
export interface ExploredOutcome {
  /** Orders, as positions in the given list. */
  readonly orders: readonly (readonly number[])[]
  /** What each request was answered in the first of these orders, in the given positions. */
  readonly answers: readonly {
    /** The HTTP status. */
    readonly status: number
    /** The error codes; none where it was carried out. */
    readonly codes: readonly string[]
  }[]
}

/** What became of the requests in every order. */
export interface Exploration {
  /** How many orders were run. */
  readonly orders: number
  /** More than one: what comes out depends on the order. */
  readonly outcomes: readonly ExploredOutcome[]
  /** Whether some order ends otherwise than another. */
  readonly isOrderDependent: boolean
  /** Requests that were refused for a stale revision in some orders. */
  readonly conflicts: readonly {
    /** Its position in the given list, from 0. */
    readonly request: number
    /** In how many orders. */
    readonly orders: number
  }[]
  /** Auto numbers that two items hold after some order. */
  readonly duplicateNumbers: readonly {
    /** The field, as `DS.FIELD` in display IDs. */
    readonly field: string
    /** The number that two items hold. */
    readonly value: string
    /** The order after which they do, as positions in the given list. */
    readonly order: readonly number[]
  }[]
}

const MOST_REQUESTS = 6

/**
 * Runs up to six requests in every order, each order on a fork of its own, and tells what comes out: which orders end differently,
 * where revisions conflict, and whether a number was issued twice. IDs that the requests made do not count as differences.
 */
export async function explore(source: KitSource, requests: readonly KitRequest[]): Promise<Exploration> {
  if (requests.length === 0 || requests.length > MOST_REQUESTS) {
    throw new KitError(
      `explore takes 1 to ${MOST_REQUESTS} requests, not ${requests.length}: ${MOST_REQUESTS + 1} would be 5,040 orders`,
    )
  }
  const targets = targetsOf(source)
  const outcomes = new Map<string, { orders: number[][]; answers: { status: number; codes: string[] }[] }>()
  const conflicts = new Map<number, number>()
  const duplicateNumbers: Exploration["duplicateNumbers"][number][] = []
  const orders = permutations(requests.map((_, at) => at))
  for (const order of orders) {
    const target = await targets.open()
    const answers = await runInOrder(target, requests, order)
    const fixture = await target.export()
    await target.close()
    const shown = answers.map((answer) => ({ status: answer.status, codes: errorCodesOf(answer.body) }))
    for (const [at, { codes }] of shown.entries()) {
      if (codes.includes("ITEM_REV_CONFLICT")) conflicts.set(at, (conflicts.get(at) ?? 0) + 1)
    }
    duplicateNumbers.push(...findDuplicates(fixture).map((duplicate) => ({ ...duplicate, order })))
    const key = JSON.stringify([shown, nameIds(fixture, answers)])
    const outcome = outcomes.get(key) ?? { orders: [], answers: shown }
    outcome.orders.push(order)
    outcomes.set(key, outcome)
  }
  return {
    orders: orders.length,
    outcomes: [...outcomes.values()],
    isOrderDependent: outcomes.size > 1,
    conflicts: [...conflicts].map(([request, count]) => ({ request, orders: count })),
    duplicateNumbers,
  }
}

async function runInOrder(
  target: Target,
  requests: readonly KitRequest[],
  order: readonly number[],
): Promise<KitAnswer[]> {
  const answers: KitAnswer[] = []
  for (const at of order) answers[at] = await target.call(requests[at] as KitRequest)
  return answers
}

/** The end state with the IDs of items that the requests made named by their request, in an order that does not depend on them. */
function nameIds(fixture: unknown, answers: readonly KitAnswer[]): string {
  let text = JSON.stringify(sortItems(fixture))
  for (const [at, answer] of answers.entries()) {
    const id: unknown = answer.body?.item_id
    if (typeof id === "string" && id !== "") text = text.replaceAll(id, `<item of request ${at}>`)
  }
  return JSON.stringify(sortItems(JSON.parse(text)))
}

function sortItems(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortItems)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === "items" && Array.isArray(one)
        ? one.map(sortItems).sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1))
        : sortItems(one),
    ]),
  )
}

// biome-ignore lint/suspicious/noExplicitAny: an exported fixture is JSON that the engine wrote
function findDuplicates(fixture: any): { field: string; value: string }[] {
  const duplicates: { field: string; value: string }[] = []
  for (const workspace of fixture.workspaces) {
    for (const datastore of (workspace.applications ?? []).flatMap(
      (one: { datastores?: unknown[] }) => one.datastores ?? [],
    )) {
      for (const [displayId, field] of Object.entries<{ dataType: string }>(datastore.fields)) {
        if (field.dataType !== "autonum") continue
        const numbers: string[] = (datastore.items ?? []).flatMap(
          (item: { values: Record<string, string> }) => item.values[displayId] ?? [],
        )
        for (const value of new Set(numbers.filter((number, at) => numbers.indexOf(number) !== at))) {
          duplicates.push({ field: `${datastore.datastore_id}.${displayId}`, value })
        }
      }
    }
  }
  return duplicates
}

function permutations(values: readonly number[]): number[][] {
  if (values.length <= 1) return [[...values]]
  return values.flatMap((value, at) => permutations(values.toSpliced(at, 1)).map((rest) => [value, ...rest]))
}
