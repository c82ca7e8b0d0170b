/** Measures an import of 100,000 rows from the request to the answer, in a process of its own. */
import { createApp } from "../../emulator/index.ts"
import { atMost, type Line, report } from "../measure.ts"
import { makeWorld, TOKEN } from "../worlds.ts"

const ROWS = 100_000
const MB = 1024 * 1024

const row = (number: number): string =>
  `Deal ${number},C-${number},"A note, of some length, about deal number ${number}",${(number * 7919) % 10_000},${(number % 7) + 1},2026-03-01T10:00:00Z,2026-03-01,${["Small", "Large", "Huge"][number % 3]},"Hot,Cold",Customer ${number % 100},New`

const header = "Title,Code,Note,Price,Amount,Due,Day,Kind,Tags,Customer,_status_"
const file = new File([[header, ...Array.from({ length: ROWS }, (_, at) => row(at))].join("\n")], "deals.csv")

async function post(form: Readonly<Record<string, string>>): Promise<number> {
  const body = new FormData()
  for (const [name, value] of Object.entries(form)) body.append(name, value)
  body.append("file", file)
  const began = process.hrtime.bigint()
  const answer = await app.fetch(
    new Request("http://hexarium/api/v0/applications/CRM/datastores/Deals/import", {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}` },
      body,
    }),
  )
  const { temp_datastore_id: id } = (await answer.json()) as { temp_datastore_id?: string }
  if (id === undefined) throw new Error(`expected ImportItems to succeed, received status ${answer.status}`)
  return Number(process.hrtime.bigint() - began)
}

const app = createApp({ world: await makeWorld(0) })
globalThis.gc?.()
const before = process.memoryUsage().rss
const lines: Line[] = [
  atMost(`ImportItems of ${ROWS / 1000}k rows that create items`, await post({ filename: "deals.csv" }), 10e9),
]
const grown = process.resourceUsage().maxRSS * 1024 - before
lines.push({
  what: "peak memory of the import, including items and response",
  measured: `${(grown / MB).toFixed(0)} MB`,
  target: "≤ 300 MB",
  isMet: grown <= 300 * MB,
})
lines.push(
  atMost(
    `ImportItems of ${ROWS / 1000}k rows that update items by a key`,
    await post({ filename: "deals.csv", key_field_displayid: "Code" }),
    10e9,
  ),
)
report(lines)
