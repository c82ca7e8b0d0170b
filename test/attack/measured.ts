import { hostilePatterns } from "../adapters/hostile-patterns.ts"
import { type Attacked, SMALL_ACTION } from "./target.ts"

const HEADERS = { authorization: "Bearer ada-fixed-token-1", "content-type": "application/json" }
const ITEMS = "/api/v0/applications/DESK/datastores/TICKETS/items"

const post = async ({ url }: Attacked, path: string, body: unknown): Promise<string> => {
  const answer = await fetch(url + ITEMS + path, { method: "POST", headers: HEADERS, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return answer.text()
}

const msOf = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Attempts, because other work may slow the machine down in some of them. */
const TRIES = 5

/** Times of `/health` in ms while a search runs a hostile pattern, one for each pattern, longest first. */
export async function healthDuringPatterns(target: Attacked, count: number) {
  for (const length of [501, 20_000, 300_000]) await post(target, "/new", { item: { Subject: "a".repeat(length) } })
  const told: { readonly pattern: string; readonly ms: number }[] = []
  for (const pattern of hostilePatterns(count)) {
    const body = { conditions: [{ id: "Subject", search_value: [pattern] }], page: 1, per_page: 1 }
    const health = async () => {
      let isOver = false
      // The search may be refused, but not before it was tried.
      const search = post(target, "/search", body).catch(() => {})
      void search.then(() => {
        isOver = true
      })
      let worst = 0
      const ask = async () => (await fetch(`${target.url}/_hexarium/health`)).arrayBuffer()
      while (!isOver) worst = Math.max(worst, await msOf(ask))
      return worst
    }
    let ms = await health()
    for (let left = TRIES; ms > 50 && left > 0; left -= 1) ms = Math.min(ms, await health())
    told.push({ pattern, ms })
  }
  return told.sort((left, right) => right.ms - left.ms)
}

/** Shortest time in ms for this many parallel requests that each run a small script. */
export async function scriptsAtOnce(target: Attacked, count: number): Promise<number> {
  // A new item. The items for patterns would pass 300,000 characters to each script.
  const { item_id } = JSON.parse(await post(target, "/new", { item: { Subject: "small" } })) as { item_id: string }
  const path = `/action/${item_id}/${SMALL_ACTION}`
  const all = () =>
    Promise.all(Array.from({ length: count }, () => post(target, path, { is_force_update: true, item: {} })))
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < TRIES; round += 1) least = Math.min(least, await msOf(all))
  return least
}
