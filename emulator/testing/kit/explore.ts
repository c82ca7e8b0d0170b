import { KitError } from "./failures.ts"
import { type KitSource, targetsOf } from "./kit.ts"
import { errorCodesOf } from "./session.ts"
import type { KitAnswer, KitRequest, Target } from "./targets.ts"

/** A distinct result of the requests, and all orders of requests that produce it. */
export interface ExploredOutcome {
  /** The orders that produce this result; each order lists indexes of the given requests. */
  readonly orders: readonly (readonly number[])[]
  /** Responses when the requests run in the first of these orders; `answers[i]` is the response to request `i` of the list. */
  readonly answers: readonly {
    /** The HTTP status. */
    readonly status: number
    /** Error codes of the response; empty if the request succeeded. */
    readonly codes: readonly string[]
  }[]
}

/** Results of running the requests in every possible order. */
export interface Exploration {
  /** Number of orders that were run. */
  readonly orders: number
  /** The distinct results. There are several if the result depends on the order. */
  readonly outcomes: readonly ExploredOutcome[]
  /** Whether at least two orders produce different results. */
  readonly isOrderDependent: boolean
  /** Requests that fail with ITEM_REV_CONFLICT in at least one order. */
  readonly conflicts: readonly {
    /** Index of the request in the list given to `explore`. */
    readonly request: number
    /** Number of orders in which the request fails with ITEM_REV_CONFLICT. */
    readonly orders: number
  }[]
  /** Auto numbers that two or more items have after the requests ran in some order. */
  readonly duplicateNumbers: readonly {
    /** The autonum field, as `DS.FIELD` in display IDs. */
    readonly field: string
    /** The auto number that the items share. */
    readonly value: string
    /** The order that causes the duplicate, as indexes of the given requests. */
    readonly order: readonly number[]
  }[]
}

const MAX_REQUESTS = 6

/**
 * Runs up to six requests in every order, each order on its own fork of the world. Reports different results, revision
 * conflicts and duplicate auto numbers. Results that differ only in the IDs of created items count as equal.
 *
 * @example
 * ```ts
 * import { explore } from "hexarium/testing"
 *
 * const { outcomes, conflicts } = await explore(world, [requestA, requestB])
 * ```
 */
export async function explore(source: KitSource, requests: readonly KitRequest[]): Promise<Exploration> {
  if (requests.length === 0 || requests.length > MAX_REQUESTS) {
    throw new KitError(`explore expects 1 to ${MAX_REQUESTS} requests, received ${requests.length}`)
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
type Json = any

function findDuplicates(fixture: Json): { field: string; value: string }[] {
  const applications: Json[] = fixture.workspaces.flatMap((one: Json) => one.applications ?? [])
  return applications
    .flatMap((one) => one.datastores ?? [])
    .flatMap((datastore) =>
      Object.entries<Json>(datastore.fields).flatMap(([displayId, { dataType }]) => {
        if (dataType !== "autonum") return []
        const numbers: string[] = (datastore.items ?? []).flatMap((item: Json) => item.values[displayId] ?? [])
        const repeated = new Set(numbers.filter((number, at) => numbers.indexOf(number) !== at))
        return [...repeated].map((value) => ({ field: `${datastore.datastore_id}.${displayId}`, value }))
      }),
    )
}

function permutations(values: readonly number[]): number[][] {
  if (values.length <= 1) return [[...values]]
  return values.flatMap((value, at) => permutations(values.toSpliced(at, 1)).map((rest) => [value, ...rest]))
}
