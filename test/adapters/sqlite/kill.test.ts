import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openSqliteHere } from "../../../emulator/adapters/persistence/sqlite/sqlite-store.ts"
import { StoredWorlds } from "../../../src/engine/index.ts"
import { createEngineWorld } from "../../../src/world/index.ts"
import { user } from "../../state/records.ts"
import { json } from "./data-command.ts"
import { KILLS, killInLoad } from "./killed-in-load.ts"
import { NOTES } from "./notes.ts"
import { begin, type StoredServer } from "./stored-server.ts"

let folder = ""
let server: StoredServer | undefined
const at = (name: string) => join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hexarium-"))
  writeFileSync(at("world.yaml"), NOTES)
})
afterAll(async () => {
  await server?.stop("SIGKILL")
  rmSync(folder, { recursive: true })
})

test(
  "a server that is killed in the middle of a load comes back with every answered write, each once",
  async () => {
    server = await killInLoad(folder, "kept", KILLS, KILLS === 1 ? 400 : 100)
    await server.stop()
    expect((await json("verify", { data: at("kept") })).ok).toBe(true)
  },
  30_000 * KILLS,
)

test("a restore that is killed leaves a store that holds nothing, or everything", async () => {
  const [source, target] = [at("source.sqlite"), at("target.sqlite")]
  const store = openSqliteHere({ file: source, madeBy: "tests" })
  const kept = new StoredWorlds(store)
  for (const name of ["main", "other"]) {
    const world = await createEngineWorld({ ports: { persistence: kept.world(name) } })
    for (let commit = 0; commit < 20; commit += 1)
      await world.commit("Add", null, (tx) => {
        for (let each = 0; each < 200; each += 1)
          tx.put("users", user(`u${commit}-${each}`, { username: `${name} ${"x".repeat(300)}` }))
      })
  }
  await store.close()
  const whole = await json("verify", { data: source })
  const outcomes = new Set<string>()
  for (const grown of [0, 300_000, 1_500_000, 3_000_000]) {
    for (const beside of ["", "-wal", "-shm", ".held", ".lock"]) rmSync(target + beside, { force: true })
    await openSqliteHere({ file: target, madeBy: "tests" }).close()
    const { child, ended } = begin(folder, ["data", "restore", source, "--data", target])
    const watch = setInterval(() => {
      if (existsSync(`${target}-wal`) && statSync(`${target}-wal`).size >= grown) child.kill("SIGKILL")
    }, 1)
    const { code } = await ended
    clearInterval(watch)
    const found = await json("verify", { data: target })
    expect(found.ok).toBe(true)
    if (code === 0 || found.worlds.length > 0) expect(found.worlds).toEqual(whole.worlds)
    outcomes.add(found.worlds.length === 0 ? "nothing" : "everything")
    if (found.worlds.length > 0) continue
    // The restored store works like a new one.
    await json("restore", { data: target }, source)
    expect(await json("verify", { data: target })).toEqual(whole)
  }
  expect(outcomes).toContain("nothing")
})
