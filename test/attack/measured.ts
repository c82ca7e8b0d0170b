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

/** Tries that a machine which is busy with something else did not slow down. */
const TRIES = 5

/** How long `/health` takes that is asked while a search has a pattern, for each of a list of hostile ones, in ms; the worst first. */
export async function healthDuringPatterns(target: Attacked, count: number) {
  for (const length of [501, 20_000, 300_000]) await post(target, "/new", { item: { Subject: "a".repeat(length) } })
  const told: { readonly pattern: string; readonly ms: number }[] = []
  for (const pattern of hostilePatterns(count)) {
    const body = { conditions: [{ id: "Subject", search_value: [pattern] }], page: 1, per_page: 1 }
    const health = async () => {
      let isOver = false
      // It may be refused, but not before it was tried.
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

/** How long so many requests take at once that each run a small script, in ms, at best. */
export async function scriptsAtOnce(target: Attacked, count: number): Promise<number> {
  // An item of its own: with one of the long texts that patterns are tried on, each script would be given 300,000 characters.
  const { item_id } = JSON.parse(await post(target, "/new", { item: { Subject: "small" } })) as { item_id: string }
  const path = `/action/${item_id}/${SMALL_ACTION}`
  const all = () =>
    Promise.all(Array.from({ length: count }, () => post(target, path, { is_force_update: true, item: {} })))
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < TRIES; round += 1) least = Math.min(least, await msOf(all))
  return least
}
