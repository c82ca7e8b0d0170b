/**
 * Measures a start with many stored forks, against the server that made them and against a start with `main` alone. Each part runs in its own
 * process. HEXARIUM_TEST_POSTGRES_URL adds a PostgreSQL store; HEXARIUM_FORKS and HEXARIUM_ITEMS change the sizes.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openPostgres } from "../../emulator/adapters/persistence/postgres/open-postgres.ts"
import { openSqliteHere } from "../../emulator/adapters/persistence/sqlite/sqlite-store.ts"
import { loadWorlds, Worlds } from "../../emulator/worlds/index.ts"
import { StoredWorlds } from "../../src/engine/index.ts"
import { defaultPorts } from "../../src/ports/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { type Line, report, time, usedHeap } from "../measure.ts"
import { ADA, dealIds, makeFixture, newDeal, PLACE } from "../worlds.ts"

const ITEMS = Number(process.env.HEXARIUM_ITEMS ?? 100_000)
const FORKS = Number(process.env.HEXARIUM_FORKS ?? 750)
/** Processor time that each fork may add to a start. */
const FORK_MS = 3

interface Figures {
  /** Bytes of heap in use after a collection. */
  readonly heap: number
  /** Processor time of the opening, in milliseconds. */
  readonly cpuMs: number
}

const openStore = (place: string) =>
  place.startsWith("postgres") ? openPostgres(place, "bench") : openSqliteHere({ file: place, madeBy: "bench" })

/** Makes `main` and forks of it, each after another write to `main` and with a write of its own. */
async function make(place: string): Promise<Figures> {
  const store = await openStore(place)
  const stored = await new StoredWorlds(store).open()
  const ports = defaultPorts()
  {
    const { state, now } = await createWorld({ fixture: makeFixture(ITEMS), ports })
    const origin = { parent: null, parentVersion: null, madeOf: null, createdAt: now }
    await stored.make({ name: "main", state, at: now, version: 0, ...origin }, ports.blobs)
  }
  const [main] = await loadWorlds(stored, await store.worlds(), ports)
  if (main === undefined) throw new Error("the store has no world main")
  const worlds = new Worlds(main, {}, stored)
  const ids = dealIds(ITEMS)
  for (let fork = 0; fork < FORKS; fork += 1) {
    await worlds.main.world.raw.as(ADA).createItem(newDeal())
    const { world } = await worlds.make()
    await world.raw
      .as(ADA)
      .updateItem({ ...PLACE, itemId: ids(), useDisplayId: true, isForceUpdate: true, item: { Price: fork } })
  }
  const heap = usedHeap()
  if (worlds.size !== FORKS + 1) throw new Error("a world is missing")
  await store.close()
  return { heap, cpuMs: 0 }
}

async function open(place: string, which: string): Promise<Figures> {
  const store = await openStore(place)
  const stored = await new StoredWorlds(store).open()
  const rows = await store.worlds()
  const before = process.cpuUsage()
  const loaded = await loadWorlds(stored, which === "main" ? rows.slice(0, 1) : rows, defaultPorts())
  const [first, ...others] = loaded
  if (first === undefined) throw new Error("the store has no world main")
  const worlds = new Worlds(first, {}, stored)
  for (const one of others) worlds.adopt(one)
  const { user, system } = process.cpuUsage(before)
  const heap = usedHeap()
  if (worlds.size !== (which === "main" ? 1 : FORKS + 1)) throw new Error("a world is missing")
  await store.close()
  return { heap, cpuMs: (user + system) / 1000 }
}

function inProcess(part: string, place: string): Figures {
  const args = ["--expose-gc", "--max-old-space-size=6000", process.argv[1] as string, part, place]
  const { status, stdout } = spawnSync(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
  })
  if (status !== 0) throw new Error(`the part ${part} failed`)
  return JSON.parse(stdout) as Figures
}

function measure(engine: string, place: string): Line[] {
  const made = inProcess("make", place)
  const main = inProcess("main", place)
  const all = inProcess("all", place)
  const mebibytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MiB`
  const limitMs = main.cpuMs * 1.5 + FORKS * FORK_MS
  return [
    {
      what: `${engine}: heap after a restart with ${FORKS} forks of ${ITEMS} items, against before`,
      measured: mebibytes(all.heap),
      baseline: mebibytes(made.heap),
      ratio: all.heap / made.heap,
      target: "≤ 1.3 ×",
      isMet: all.heap <= made.heap * 1.3,
    },
    {
      what: `${engine}: processor time of the restart, against main alone`,
      measured: time(all.cpuMs * 1e6),
      baseline: time(main.cpuMs * 1e6),
      ratio: all.cpuMs / main.cpuMs,
      target: `≤ ${time(limitMs * 1e6)}`,
      isMet: all.cpuMs <= limitMs,
    },
  ]
}

const [part, place] = process.argv.slice(2)
if (part !== undefined && place !== undefined) {
  process.stdout.write(JSON.stringify(part === "make" ? await make(place) : await open(place, part)))
  process.exit(0)
}
const folder = mkdtempSync(join(tmpdir(), "hexarium-bench-"))
try {
  const lines = measure("SQLite", join(folder, "forks.sqlite"))
  const url = process.env.HEXARIUM_TEST_POSTGRES_URL
  if (url !== undefined) lines.push(...measure("PostgreSQL", `${url}?schema=forks_${process.pid}`))
  report(lines)
} finally {
  rmSync(folder, { recursive: true })
}
