import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, expect, test } from "vitest"
import { loadSqlite } from "../../../emulator/adapters/persistence/sqlite/api.ts"
import { openSqliteHere } from "../../../emulator/adapters/persistence/sqlite/sqlite-store.ts"
import { StoredWorlds } from "../../../src/engine/index.ts"
import { createEngineWorld } from "../../../src/world/index.ts"
import { user } from "../../state/records.ts"
import { data, makeStore } from "./data-command.ts"
import { CLI } from "./stored-server.ts"

let folder = ""
let temporary = ""
/** Root may write everywhere, so the commands run as another user. */
const OTHER_USER = process.getuid?.() === 0 ? { uid: 65_534 } : {}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hexarium-"))
  temporary = mkdtempSync(join(tmpdir(), "hexarium-"))
  chmodSync(folder, 0o755)
  chmodSync(temporary, 0o777)
})
afterAll(() => {
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o755)
  for (const place of [folder, temporary]) rmSync(place, { recursive: true })
})

async function runOn(place: string, what: string, ...args: string[]) {
  const child = spawn(process.execPath, [CLI, "data", what, "--data", place, ...args, "--json"], {
    cwd: "/",
    env: { TMPDIR: temporary },
    ...OTHER_USER,
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")])
  return { code, err, told: code === 0 ? JSON.parse(out) : undefined }
}

/** Copies the files of a store to a folder where nobody may write. */
function readOnly(name: string, from: string, suffixes: readonly string[]): string {
  const place = join(folder, name)
  mkdirSync(place)
  for (const suffix of suffixes) {
    copyFileSync(`${from}${suffix}`, join(place, `hexarium.sqlite${suffix}`))
    chmodSync(join(place, `hexarium.sqlite${suffix}`), 0o444)
  }
  chmodSync(place, 0o555)
  return place
}

const listFiles = (place: string) => readdirSync(place).map((name) => [name, readFileSync(join(place, name)).length])

test("info, worlds, verify and backup read a closed store on read-only media, and leave nothing behind", async () => {
  const file = join(folder, "closed.sqlite")
  const { hash } = await makeStore(file)
  const sealed = loadSqlite()(file)
  sealed.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  sealed.close()
  const place = readOnly("closed", file, [""])
  const before = listFiles(place)
  expect(await runOn(place, "info")).toMatchObject({ code: 0, err: "", told: { worlds: 2, blobs: 1 } })
  expect((await runOn(place, "worlds")).told.worlds).toMatchObject([{ name: "main" }, { name: "fork" }])
  expect((await runOn(place, "verify")).told).toMatchObject({ ok: true, worlds: [{ hash }, {}] })
  expect(await runOn(place, "backup", "-o", join(temporary, "backup.sqlite"))).toMatchObject({ code: 0, err: "" })
  const { code, err } = await runOn(place, "compact")
  expect(code).toBe(1)
  expect(err).toMatch(/^hexarium: .*\/closed\/hexarium.sqlite can't be written/)
  expect(listFiles(place)).toEqual(before)
  expect(readdirSync(temporary).filter((name) => name.startsWith("hexarium-read"))).toEqual([])
})

test("a store on read-only media is read with the log that a killed server left", async () => {
  const file = join(folder, "killed.sqlite")
  const store = openSqliteHere({ file, madeBy: "tests" })
  const world = await createEngineWorld({ ports: { persistence: new StoredWorlds(store).world("main") } })
  for (let each = 1; each <= 3; each += 1) await world.commit("Add", null, (tx) => tx.put("users", user(`u${each}`)))
  const place = readOnly("killed", file, ["", "-wal", ".answered"])
  expect((await runOn(place, "verify")).told).toMatchObject({ worlds: [{ version: 3, hash: world.hash() }] })
  const cut = readOnly("cut", file, ["", ".answered"])
  const { code, err } = await runOn(cut, "verify")
  expect(code).toBe(1)
  expect(err).toMatch(/\/cut\/hexarium.sqlite is (?:damaged|not a store)/)
  await store.close()
})

test.each([
  ["opened", 10],
  ["opened", 14],
  ["created", 14],
  ["created", 13],
])("a disk without room is named when a store can't be %s (SQLite's error %i)", async (what, errcode) => {
  const file = join(folder, `${what}-${errcode}.sqlite`)
  if (what === "opened") await makeStore(file)
  const sqlite = loadSqlite()
  const open: typeof sqlite = (path, options) => {
    if (path.endsWith(".held")) return sqlite(path, options)
    throw Object.assign(new Error("unable to open database file"), { errcode })
  }
  const openWith = (hasRoom: () => boolean) => () => openSqliteHere({ file, madeBy: "tests" }, { open, hasRoom })
  expect(openWith(() => false)).toThrow(`${file} can't be ${what}: the disk is full; free some space`)
  if (errcode !== 13) expect(openWith(() => true)).toThrow(/can.t be (?:written|opened)/)
})

test("a store is opened although the disk has no room for the note of its holder", async () => {
  const file = join(folder, "noted.sqlite")
  await makeStore(file)
  // A folder in the note's place makes every write to the note fail.
  mkdirSync(`${file}.lock`)
  const store = openSqliteHere({ file, madeBy: "tests" })
  expect((await data("info", { data: file })).err).toContain("is in use by ")
  await store.close()
})
