import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { verifyStore } from "../../../emulator/adapters/index.ts"
import { openSqliteHere } from "../../../emulator/adapters/persistence/sqlite/sqlite-store.ts"
import { StoredWorlds } from "../../../src/engine/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { NEXT_FORMAT } from "./next-format.ts"

const ROOT = fileURLToPath(new URL("../../..", import.meta.url))
const CRASH_POINTS = ["before", "after", "inside"] as const

/** Kills a writer at this many points, spread over all its statements. Returns the faults found after recovery. */
export async function crashAt(points: number): Promise<{ readonly killed: number; readonly problems: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), "hexarium-"))
  const child = join(ROOT, `.cache/crash-child-${process.pid}.mjs`)
  await build({
    entryPoints: [join(ROOT, "test/adapters/sqlite/crash-child.ts")],
    ...{ outfile: child, bundle: true, platform: "node", format: "esm", packages: "external", logLevel: "error" },
  })
  try {
    const whole = await write(child, folder, 0, "before")
    const statements = Number(/^statements (\d+)$/m.exec(whole)?.[1])
    const problems: string[] = []
    let killed = 0
    for (let point = 0; point < points; point += 1) {
      const how = CRASH_POINTS[point % CRASH_POINTS.length] ?? "before"
      const at = 1 + Math.floor((point * statements) / points)
      const own = mkdtempSync(join(folder, "crash-"))
      const said = await write(child, own, at, how)
      if (!said.includes("statements")) killed += 1
      const problem = (await look(own, said)) ?? (await lookAtRestored(join(own, "restored.sqlite"), said))
      if (problem !== undefined) problems.push(`${how} statement ${at}: ${problem}`)
      rmSync(own, { recursive: true })
    }
    return { killed, problems }
  } finally {
    rmSync(folder, { recursive: true })
    rmSync(child)
  }
}

function write(child: string, folder: string, at: number, how: string): Promise<string> {
  return new Promise((resolve) => {
    const writer = spawn(process.execPath, [child, folder, String(at), how], { stdio: ["ignore", "pipe", "inherit"] })
    let said = ""
    writer.stdout.on("data", (chunk) => {
      said += chunk
    })
    writer.on("close", () => resolve(said))
  })
}

/** Versions that the writer tried to commit, with the digests of their states. */
const triedIn = (said: string) =>
  new Map([...said.matchAll(/^try (\d+) (\w+)$/gm)].map(([, version, hash]) => [Number(version), hash]))

/** Checks that every acknowledged commit is in the store, and that every stored commit was tried. */
async function look(folder: string, said: string): Promise<string | undefined> {
  const hashes = triedIn(said)
  const answered = Number([...said.matchAll(/^did (\d+)$/gm)].at(-1)?.[1] ?? -1)
  // The writer's last step migrates the store. A restart continues a killed migration.
  const store = openSqliteHere({ file: join(folder, "hexarium.sqlite"), madeBy: "tests" }, NEXT_FORMAT)
  try {
    const kept = new StoredWorlds(store)
    if ((await kept.find("main")) === undefined) return answered < 0 ? undefined : "nothing is there"
    const world = await createWorld({ ports: { persistence: kept.world("main") } })
    if (world.version < answered) return `${answered} changes were answered, and ${world.version} are there`
    if (world.hash() !== hashes.get(world.version)) return `version ${world.version} is another state`
    return undefined
  } catch (error) {
    return String(error)
  } finally {
    await store.close()
  }
}

/** Checks that the restored store contains either nothing or everything. */
async function lookAtRestored(file: string, said: string): Promise<string | undefined> {
  if (!existsSync(file)) return undefined
  const store = openSqliteHere({ file, madeBy: "tests" })
  try {
    const { ok, worlds } = await verifyStore(store)
    const [main] = worlds
    if (!ok) return "what was restored is damaged"
    if (main === undefined) return undefined
    const [row] = await store.worlds()
    const snapshots = await store.snapshots(row?.world ?? 0)
    const isWhole = main.hash === triedIn(said).get(main.version) && snapshots.length === 1
    return isWhole ? undefined : "a part of what was to be restored is there"
  } finally {
    await store.close()
  }
}
