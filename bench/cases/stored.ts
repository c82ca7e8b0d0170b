/**
 * Measures what keeping a world in SQLite costs over HTTP (persistence.md), compared with the same server that keeps its world only in
 * memory.
 */

import { type ChildProcess, fork } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { openSqlite } from "../../emulator/adapters/persistence/sqlite/sqlite-store.ts"
import { startServer } from "../../emulator/node/index.ts"
import { StoredWorlds } from "../../src/engine/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { load, type RequestSpec } from "../load.ts"
import { type Line, report } from "../measure.ts"
import { makeFixture, newDeal, TOKEN } from "../worlds.ts"

const CONNECTIONS = 100
const ROUNDS = 7
const TARGET = 0.5

const create = (): RequestSpec => ({
  method: "POST",
  path: "/api/v0/applications/CRM/datastores/Deals/items/new",
  headers: { authorization: `Bearer ${TOKEN}` },
  body: JSON.stringify({ item: newDeal().item }),
})

/** `file`: the file that stores the world; null if nothing is stored. */
async function serve(file: string | null): Promise<number> {
  const fixture = makeFixture(1000)
  const ports = file === null ? {} : { persistence: await openStoredWorld(file) }
  const { url } = await startServer({ world: await createWorld({ fixture, ports }), port: 0, ownsProcess: true })
  return Number(new URL(url).port)
}

/** Stores the world in its own thread, as the command does. */
async function openStoredWorld(file: string) {
  const store = await openSqlite({ file, madeBy: "bench" }, pathToFileURL(join(process.cwd(), "dist/sqlite-thread.js")))
  return new StoredWorlds(store).world("main")
}

interface Started {
  readonly process: ChildProcess
  readonly port: number
}

function start(file: string | null): Promise<Started> {
  const child = fork(fileURLToPath(import.meta.url), ["serve"], { stdio: ["ignore", 2, 2, "ipc"] })
  child.send({ file })
  return new Promise((resolve, reject) => {
    child.once("message", (port) => resolve({ process: child, port: port as number }))
    child.once("exit", () => reject(new Error("one of the servers did not start")))
  })
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
const rate = (values: readonly number[]): string => `${(median(values) / 1000).toFixed(1)} k/s`

async function measure(): Promise<Line> {
  const folder = mkdtempSync(join(tmpdir(), "hexarium-bench-"))
  const [stored, inMemory] = [await start(join(folder, "stored.sqlite")), await start(null)]
  try {
    const rates: { readonly stored: number; readonly inMemory: number }[] = []
    const rateOf = async ({ port }: Started) => (await load(port, create, { connections: CONNECTIONS })).perSecond
    // The first round warms up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const both = { stored: await rateOf(stored), inMemory: await rateOf(inMemory) }
      if (round > 0) rates.push(both)
    }
    const ratio = median(rates.map((both) => both.stored / both.inMemory))
    return {
      what: `CreateItem over ${CONNECTIONS} connections with SQLite (synchronous FULL), against memory`,
      measured: rate(rates.map((both) => both.stored)),
      baseline: rate(rates.map((both) => both.inMemory)),
      ratio,
      target: `≥ ${TARGET} ×`,
      isMet: ratio >= TARGET,
    }
  } finally {
    for (const server of [stored, inMemory]) server.process.kill()
    rmSync(folder, { recursive: true })
  }
}

if (process.argv[2] === undefined) report([await measure()])
else {
  process.once("message", async (asked) => {
    process.send?.(await serve((asked as { readonly file: string | null }).file))
  })
  process.once("disconnect", () => process.exit(0))
}
