import { request } from "node:http"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Attacked, startAttacked } from "./target.ts"

const CLIENTS = 60
/** Each item returns a title of 500,000 characters three times: 60 MB in long runs, else 18 MB. */
const ITEMS = process.env.HEXARIUM_ATTACK_SECONDS === undefined ? 12 : 40
const LEAVING_CLIENTS = 6

let target: Attacked
beforeAll(async () => {
  target = await startAttacked(["--max-old-space-size=512"])
})
afterAll(() => target.stop(), 30_000)

/** Bytes of a response. With `leaves`, bytes that arrived until the client left. */
const ask = (leaves = false) =>
  new Promise<number>((resolve, reject) => {
    const headers = { authorization: "Bearer ada-fixed-token-1", "content-type": "application/json" }
    const asked = request(
      `${target.url}/api/v0/applications/DESK/datastores/TASKS/items/search`,
      { method: "POST", headers, agent: false },
      (answer) => {
        let bytes = 0
        if (answer.statusCode !== 200) reject(new Error(`answered ${answer.statusCode}`))
        answer
          .on("data", (chunk: Buffer) => {
            bytes += chunk.length
            if (leaves) answer.destroy()
          })
          .on("close", () => resolve(bytes))
      },
    )
    asked.on("error", reject)
    asked.end(JSON.stringify({ page: 1, per_page: ITEMS, include_lookups: true, use_display_id: true }))
  })

test("a heap of 512 MiB is enough for sixty clients that request long responses at once", {
  timeout: 300_000,
}, async () => {
  const [whole = 0] = await Promise.all([ask()])
  expect(whole).toBeGreaterThan(ITEMS * 1_500_000)
  const all = Array.from({ length: CLIENTS }, (_, at) => ask(at % (CLIENTS / LEAVING_CLIENTS) === 0))
  const bytes = await Promise.all(all)
  expect(target.child.exitCode).toBeNull()
  expect(bytes.filter((one) => one === whole).length).toBe(CLIENTS - LEAVING_CLIENTS)
  expect(Math.max(...target.waits)).toBeLessThan(Number.POSITIVE_INFINITY)
  process.stdout.write(
    `${CLIENTS} long answers: memory ${(await target.rss()).toFixed(0)} MiB, health at most ${Math.max(...target.waits).toFixed(0)} ms\n`,
  )
})
