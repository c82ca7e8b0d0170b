/**
 * Measures worlds in PostgreSQL over HTTP: with one server, with two, and what a fence costs, against bare inserts of the same bytes in one
 * session. The run has its own database with fsync, and each server its own process.
 */

import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import { Client } from "pg"
import { openPostgres } from "../../emulator/adapters/persistence/postgres/open-postgres.ts"
import { startServer } from "../../emulator/node/index.ts"
import { StoredWorlds } from "../../src/engine/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { startPostgres } from "../../test/adapters/postgres/server.ts"
import { load, type RequestSpec } from "../load.ts"
import { type Line, report } from "../measure.ts"
import { makeFixture, newDeal, TOKEN } from "../worlds.ts"

const PATH = "/api/v0/applications/CRM/datastores/Deals/items"
const headers = { authorization: `Bearer ${TOKEN}` }
const CONNECTIONS = 100
const ROUNDS = 5

const create = (): RequestSpec => ({
  method: "POST",
  path: `${PATH}/new`,
  headers,
  body: JSON.stringify({ item: newDeal().item }),
})
const read = (): RequestSpec => ({ method: "GET", path: `${PATH}/details/${"0".repeat(24)}`, headers })

interface Wanted {
  readonly url: string
  readonly world: string
  readonly reads: "fenced" | "local"
}

interface Started {
  readonly process: ChildProcess
  readonly port: number
}

function start(wanted: Wanted): Promise<Started> {
  const child = fork(fileURLToPath(import.meta.url), ["serve"], { stdio: ["ignore", 2, 2, "ipc"] })
  child.send(wanted)
  return new Promise((resolve, reject) => {
    child.once("message", (port) => resolve({ process: child, port: port as number }))
    child.once("exit", () => reject(new Error("one of the servers did not start")))
  })
}

async function serve({ url, world: name, reads }: Wanted): Promise<number> {
  const store = await openPostgres(url, "bench")
  const persistence = new StoredWorlds(store).world(name)
  const world = await createWorld({ fixture: makeFixture(1000), ports: { persistence } })
  const server = await startServer({ world, port: 0, ownsProcess: true, reads })
  return Number(new URL(server.url).port)
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
const rate = (value: number): string => (value >= 1000 ? `${(value / 1000).toFixed(1)} k/s` : `${value.toFixed(0)} /s`)

/** Returns the total requests per second of servers that are loaded at the same time. */
async function rateOf(servers: readonly Started[], make: () => RequestSpec): Promise<number> {
  const each = servers.map(({ port }) => load(port, make, { connections: CONNECTIONS / servers.length, ms: 1000 }))
  return (await Promise.all(each)).reduce((sum, { perSecond }) => sum + perSecond, 0)
}

/** Returns the inserts per second, one after the other, of as many bytes as a commit has. */
async function insertsOf(url: string, body: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query("CREATE TABLE IF NOT EXISTS bare (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body json)")
  const began = performance.now()
  let count = 0
  for (; performance.now() - began < 1000; count += 1) {
    await client.query({ name: "bare", text: "INSERT INTO bare (body) VALUES ($1)", values: [body] })
  }
  const perSecond = (count * 1000) / (performance.now() - began)
  await client.end()
  return perSecond
}

async function bodyOf(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ readonly body: string }>(
    "SELECT body::text AS body FROM hexarium.changes ORDER BY length(body::text) DESC LIMIT 1",
  )
  await client.end()
  return rows[0]?.body ?? "{}"
}

interface Compared {
  readonly what: string
  readonly target?: number
  readonly measured: () => Promise<number>
  readonly baseline: () => Promise<number>
}

async function compare({ what, target, measured, baseline }: Compared): Promise<Line> {
  const pairs: [number, number][] = []
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) pairs.push([await measured(), await baseline()])
  pairs.shift()
  const ratio = median(pairs.map(([ours, theirs]) => ours / theirs))
  const [ours, theirs] = [0, 1].map((at) => rate(median(pairs.map((pair) => pair[at] as number))))
  const line = { what, measured: ours ?? "", baseline: theirs ?? "", ratio }
  return target === undefined ? line : { ...line, target: `≥ ${target} ×`, isMet: ratio >= target }
}

/** Runs a comparison with its own servers, since every server that follows a world also costs time. */
async function withServers(
  wanted: readonly Wanted[],
  run: (servers: readonly Started[]) => Promise<Line>,
): Promise<Line> {
  const servers: Started[] = []
  for (const one of wanted) servers.push(await start(one))
  try {
    return await run(servers)
  } finally {
    for (const server of servers) server.process.kill()
  }
}

async function measure(): Promise<Line[]> {
  const postgres = await startPostgres({ fsync: true })
  const { url } = postgres
  const main: Wanted = { url, world: "main", reads: "fenced" }
  try {
    return [
      await withServers([main], async (one) => {
        await rateOf(one, create)
        const body = await bodyOf(url)
        return compare({
          what: `CreateItem over ${CONNECTIONS} connections, against bare inserts of ${body.length} bytes in one session`,
          target: 0.5,
          measured: () => rateOf(one, create),
          baseline: () => insertsOf(url, body),
        })
      }),
      await withServers([main, main], (both) =>
        compare({
          what: "CreateItem with two servers on one world, against one server",
          target: 0.7,
          measured: () => rateOf(both, create),
          baseline: () => rateOf(both.slice(0, 1), create),
        }),
      ),
      await withServers(
        [
          { ...main, world: "a" },
          { ...main, world: "b" },
        ],
        (both) =>
          compare({
            what: "CreateItem with two servers on one world each, against one server",
            target: 1,
            measured: () => rateOf(both, create),
            baseline: () => rateOf(both.slice(0, 1), create),
          }),
      ),
      await withServers([main, { ...main, reads: "local" }], ([fenced, local]) =>
        compare({
          what: "GetItemDetails with fenced reads, against local reads",
          target: 0.5,
          measured: () => rateOf(fenced === undefined ? [] : [fenced], read),
          baseline: () => rateOf(local === undefined ? [] : [local], read),
        }),
      ),
    ]
  } finally {
    await postgres.dispose()
  }
}

if (process.argv[2] === "serve") {
  process.once("message", (wanted) => {
    void serve(wanted as Wanted).then((port) => process.send?.(port))
  })
  process.once("disconnect", () => process.exit(0))
} else report(await measure())
