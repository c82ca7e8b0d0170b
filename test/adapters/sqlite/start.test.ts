import { spawn } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, expect, test } from "vitest"
import { loadSqlite } from "../../../emulator/adapters/persistence/sqlite/api.ts"
import { openSqliteHere } from "../../../emulator/adapters/persistence/sqlite/sqlite-store.ts"
import type { Instant } from "../../../src/model/index.ts"
import type { Page } from "../../../src/ports/index.ts"
import { CREATE, NOTES } from "./notes.ts"
import { CLI, run, type StoredServer, serve } from "./stored-server.ts"

let folder = ""
let server: StoredServer | undefined

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hexarium-"))
  writeFileSync(join(folder, "world.yaml"), NOTES)
  writeFileSync(join(folder, "other.yaml"), NOTES.replace("Acme", "Other"))
})
afterAll(async () => {
  await server?.stop("SIGKILL")
  rmSync(folder, { recursive: true })
})

interface Told {
  readonly worlds: readonly { readonly name: string; readonly hash: string; readonly version: number }[]
}

test("worlds with everything in them outlive a process that is killed", async () => {
  server = await serve(folder, "world.yaml", "--data", "kept")
  for (const text of ["a", "b\u0000"]) {
    expect(await server.api(CREATE, { item: { Text: text } })).toMatchObject({ status: 200 })
  }
  await server.ask("PUT", "/worlds/main/snapshots/two")
  await server.ask("POST", "/worlds", { name: "fork" })
  await server.ask("POST", "/worlds", { name: "gone" })
  await server.ask("DELETE", "/worlds/gone")
  await server.ask("POST", "/worlds/fork/faults", { operation: "createItem", status: 500, times: 1 })
  await server.api(CREATE, { item: { Text: "c" } })
  const before = await server.ask<Told>("GET", "/worlds")
  const snapshots = await server.ask("GET", "/worlds/main/snapshots")
  const faults = await server.ask("GET", "/worlds/fork/faults")
  expect(before.worlds).toMatchObject([
    { name: "main", version: 3 },
    { name: "fork", version: 3 },
  ])

  const bytes = () => ["", "-wal", ".lock"].map((end) => readFileSync(join(folder, `kept/hexarium.sqlite${end}`)))
  const held = bytes()
  const again = await run(folder, "start", "--data", "kept")
  expect(again).toMatchObject({ code: 1, out: "" })
  expect(again.err).toMatch(new RegExp(`^hexarium: .*process ${server.child.pid}\\b.*\n$`))
  expect(bytes()).toEqual(held)

  await server.stop("SIGKILL")
  server = await serve(folder, "--data", "kept")
  const told = ({ worlds }: Told) => worlds.map(({ name, hash, version }) => ({ name, hash, version }))
  expect(told(await server.ask<Told>("GET", "/worlds"))).toEqual(told(before))
  expect(await server.ask("GET", "/worlds/main/snapshots")).toEqual(snapshots)
  expect(await server.ask("GET", "/worlds/fork/faults")).toEqual(faults)
  const [two] = (snapshots as unknown as { snapshots: { hash: string }[] }).snapshots
  expect(await server.ask("POST", "/worlds/main/snapshots/two/restore")).toMatchObject({ version: 4, hash: two?.hash })
  expect(await server.ask("POST", "/worlds/fork/reset")).toMatchObject({ hash: two?.hash })
  expect(await server.stop()).toMatchObject({ code: 0, err: "" })
})

test("a later start takes what is stored, and says so where arguments say something else", async () => {
  const starts = async (...args: string[]) => run(folder, "start", "--port", "0", "--data", "kept", ...args)
  const others = [["other.yaml"], ["--seed", "99"], ["--clock", "frozen"], ["--now", "2026-01-05T09:00:00Z"]]
  for (const args of others) {
    const { code, out, err } = await starts(...args)
    expect({ code, out }).toEqual({ code: 1, out: "" })
    expect(err).toMatch(/^hexarium: the world main in kept .*--reload\n$/)
  }
  server = await serve(folder, "world.yaml", "--data", "kept")
  const kept = await server.ask("GET", "/worlds/main")
  await server.stop()
  server = await serve(folder, "other.yaml", "--data", "kept", "--reload")
  const reloaded = await server.ask("GET", "/worlds/main")
  expect([kept.version, reloaded.version]).toEqual([4, 5])
  expect(reloaded.hash).not.toBe(kept.hash)
  await server.stop()
  server = await serve(folder, "other.yaml", "--data", "kept")
  expect((await server.ask("GET", "/worlds/main")).hash).toBe(reloaded.hash)
  await server.stop()
})

test("the start refuses a file that is no store, leaves it as it is, and names the way out in one line", async () => {
  const file = (name: string) => join(folder, name)
  writeFileSync(file("noise.db"), Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 251)))
  const other = loadSqlite()(file("other.sqlite"))
  other.exec("CREATE TABLE things (name TEXT); INSERT INTO things VALUES ('x')")
  other.close()
  await openSqliteHere({ file: file("made/made.sqlite"), madeBy: "tests" }).close()
  const future = readFileSync(file("made/made.sqlite"))
  future.writeUInt32BE(77, 60)
  writeFileSync(file("future.sqlite"), future)
  mkdirSync(file("folder.db"))
  for (const name of ["noise.db", "other.sqlite", "future.sqlite"]) {
    const [bytes, files] = [readFileSync(file(name)), readdirSync(folder).sort()]
    const { code, out, err } = await run(folder, "start", "--data", name)
    expect({ code, out }).toEqual({ code: 1, out: "" })
    expect(err).toMatch(new RegExp(`^hexarium: .*${name.replace(".", "\\.")}.*\n$`))
    if (name === "future.sqlite") expect(err).toMatch(/\b77\b.*\b1\b/)
    expect(readFileSync(file(name))).toEqual(bytes)
    expect(readdirSync(folder).sort()).toEqual(files)
  }
  // The parent folder exists, but nothing can be created in it. Node's recursive mkdir would retry forever.
  if (existsSync("/proc/self")) {
    const { code, out, err } = await run(folder, "start", "--data", "/proc/hexarium/worlds")
    expect({ code, out }).toEqual({ code: 1, out: "" })
    expect(err).toMatch(/^hexarium: \/proc\/hexarium\/worlds\/.* can't be written \(.*\); choose a place .*\n$/)
  }
  expect(await run(folder, "start", "--data", "mysql://localhost/x")).toMatchObject({ code: 2, out: "" })
  expect(await run(folder, "start", "--reload")).toMatchObject({ code: 2, out: "" })
})

test("a folder in which the user may not write is reported in one line, and does not change", async () => {
  const place = mkdtempSync(join(tmpdir(), "hexarium-"))
  const store = openSqliteHere({ file: join(place, "hexarium.sqlite"), madeBy: "tests" })
  // Some versions of SQLite's package remove the log only after a garbage collection, which would change the listing.
  await store.seal()
  await store.close()
  for (const name of readdirSync(place)) chmodSync(join(place, name), 0o444)
  chmodSync(place, 0o555)
  const listing = () => readdirSync(place).map((name) => [name, readFileSync(join(place, name))])
  const before = listing()
  // Root is never refused, so the command runs as another user.
  const uid = process.getuid?.() === 0 ? { uid: 65_534 } : {}
  for (const data of [place, join(place, "new"), join(place, "new.db")]) {
    const child = spawn(process.execPath, [CLI, "start", "--port", "0", "--data", data], { cwd: "/", env: {}, ...uid })
    const [err, [code]] = await Promise.all([text(child.stderr), once(child, "exit")])
    expect(code).toBe(1)
    expect(err).toMatch(/^hexarium: .* can't be written \(.*\); choose a place this user may write to\n$/)
    expect(err).toContain(data)
  }
  expect(listing()).toEqual(before)
  chmodSync(place, 0o755)
  rmSync(place, { recursive: true })
})

test("nobody but its owner may read a store", async () => {
  const store = openSqliteHere({ file: join(folder, "private/deep/hexarium.sqlite"), madeBy: "tests" })
  const files = readdirSync(join(folder, "private/deep"))
  expect(files.map((name) => statSync(join(folder, "private/deep", name)).mode & 0o777)).toEqual(files.map(() => 0o600))
  expect(statSync(join(folder, "private/deep")).mode & 0o777).toBe(0o700)
  await store.close()
})

test("a start that is asked to end while its store is opened ends by itself", async () => {
  for (let round = 0; round < 5; round += 1) {
    const place = join(folder, `ended${round}.sqlite`)
    const child = spawn(process.execPath, [CLI, "start", "--port", "0", "--data", place], { cwd: folder })
    const ended = once(child, "exit")
    const watch = setInterval(() => {
      if (!existsSync(place)) return
      clearInterval(watch)
      child.kill("SIGINT")
    }, 1)
    expect(await ended.finally(() => clearInterval(watch))).toEqual([0, null])
  }
})

test("a start whose heap is too small for the stored worlds says how much it needs, and changes nothing", async () => {
  const file = join(folder, "large.sqlite")
  const store = openSqliteHere({ file, madeBy: "tests" })
  const pages: Page[] = []
  const put = (value: unknown): string => {
    const body = JSON.stringify(value)
    const id = store.pageId(body)
    if (pages.every((page) => page.id !== id)) pages.push({ id, body })
    return id
  }
  // A table of 32 ** 4 records of some 300 bytes, whose pages are the same page.
  const record = (at: number) => ({
    iId: `item ${at}`,
    values: { title: `${at} `.repeat(50), note: `${at}-`.repeat(50) },
  })
  let page = put(Array.from({ length: 32 }, (_, at) => record(at)))
  for (let level = 0; level < 3; level += 1) page = put(Array(32).fill(page))
  const root = put({ scalars: {}, tables: [{ name: "items:d", length: 32 ** 4, shift: 15, page }] })
  const at = "2026-01-05T09:00:00.000Z" as Instant
  const ground = { name: "main", parent: null, parentVersion: null, version: 0, rootVersion: 0, createdAt: at }
  await store.makeWorld({ ...ground, origin: { root, at, madeOf: null } }, { root, pages, references: [] }, [])
  const before = await store.worlds()
  await store.close()
  const child = spawn(process.execPath, ["--max-old-space-size=128", CLI, "start", "--port", "0", "--data", file])
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, "exit")])
  const [, needed = "", limit = "", wanted = ""] =
    /^hexarium: the store \S+ needs at least (\d+) MiB of heap for its worlds, but Node.js is limited to (\d+) MiB; set NODE_OPTIONS=--max-old-space-size=(\d+)\n$/.exec(
      err,
    ) ?? []
  expect([code, err]).toEqual([1, expect.stringContaining("MiB")])
  expect(Number(needed)).toBeGreaterThan(300)
  expect(Number(needed)).toBeLessThan(900)
  expect(Number(limit)).toBeLessThan(Number(needed))
  expect(Number(wanted)).toBeGreaterThan(Number(needed))
  const again = openSqliteHere({ file, madeBy: "tests" })
  expect(await again.worlds()).toEqual(before)
  await again.close()
})
