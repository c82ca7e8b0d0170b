import { execFileSync } from "node:child_process"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { copyStore, requireBlobs } from "../../../emulator/adapters/index.ts"
import { loadSqlite } from "../../../emulator/adapters/persistence/sqlite/api.ts"
import { openSqliteHere } from "../../../emulator/adapters/persistence/sqlite/sqlite-store.ts"
import { StoredWorlds } from "../../../src/engine/index.ts"
import type { Store } from "../../../src/ports/index.ts"
import { createEngineWorld } from "../../../src/world/index.ts"
import { file, user } from "../../state/records.ts"
import { data, json, makeStore, openMainWorld } from "./data-command.ts"
import { run, serve } from "./stored-server.ts"

let folder = ""
let madeStore: { readonly hash: string; readonly forkHash: string; readonly snapshotHash: string }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hexarium-"))
  madeStore = await makeStore(join(folder, "kept/hexarium.sqlite"))
})
afterAll(() => rmSync(folder, { recursive: true }))

const at = (name: string) => join(folder, name)

describe("hexarium data", () => {
  test("info reports the content and its size", async () => {
    expect(await json("info", { data: at("kept") })).toEqual({
      ...{ engine: "sqlite", format: 1, hexarium: expect.any(String), made_by: "tests", made_at: expect.any(String) },
      ...{ bytes: expect.any(Number), worlds: 2, changes: 3, pages: expect.any(Number), blobs: 1, blob_bytes: 5 },
    })
    const { code, out } = await data("info", { data: at("kept") })
    expect([code, /^engine +sqlite$/m.test(out), /^worlds +2$/m.test(out)]).toEqual([0, true, true])
  })

  test("worlds lists worlds with their versions and snapshots", async () => {
    const main = { name: "main", parent: null, version: 2, snapshot_version: 0, created_at: "2026-01-05T09:00:00.000Z" }
    expect(await json("worlds", { data: at("kept") })).toEqual({
      worlds: [
        { ...main, snapshots: ["then"] },
        { ...main, name: "fork", parent: "main", version: 2, snapshot_version: 1, snapshots: [] },
      ],
    })
    const { out } = await data("worlds", { data: at("kept") })
    expect(out.split("\n").map((line) => line.split(/ +/)[0])).toEqual(["name", "main", "fork", ""])
  })

  test("verify returns the digest of every world", async () => {
    expect(await json("verify", { data: at("kept") })).toEqual({
      ok: true,
      worlds: [
        { name: "main", version: 2, hash: madeStore.hash },
        { name: "fork", version: 2, hash: madeStore.forkHash },
      ],
      problems: [],
    })
  })

  test("a backup is one file that only its owner may read, and is restored into an empty store", async () => {
    expect(await json("backup", { data: at("kept"), output: at("one.sqlite") })).toEqual({ file: at("one.sqlite") })
    expect(readdirSync(folder).filter((name) => name.startsWith("one."))).toEqual(["one.sqlite"])
    expect(
      execFileSync("stat", ["-c", "%a", at("one.sqlite")])
        .toString()
        .trim(),
    ).toBe("600")
    const worlds = [
      { name: "main", version: 2 },
      { name: "fork", version: 2 },
    ]
    expect(await json("restore", { data: at("restored") }, at("one.sqlite"))).toEqual({ worlds })
    expect(await json("verify", { data: at("restored") })).toEqual(await json("verify", { data: at("kept") }))
    expect(await json("worlds", { data: at("restored") })).toEqual(await json("worlds", { data: at("kept") }))
    expect((await json("info", { data: at("restored") })).blobs).toBe(1)
    await openSqliteHere({ file: at("empty.db"), madeBy: "tests" }).close()
    await json("restore", { data: at("empty.db") }, at("one.sqlite"))
    expect((await json("verify", { data: at("empty.db") })).ok).toBe(true)
  })

  test("a backup of a store in use has what was committed when it began", async () => {
    const store = openSqliteHere({ file: at("kept/hexarium.sqlite"), madeBy: "tests" })
    const { code, err } = await data("backup", { data: at("kept"), output: at("used.sqlite") })
    expect({ code, err }).toEqual({ code: 0, err: "" })
    await store.close()
    expect((await json("verify", { data: at("used.sqlite") })).worlds[0].hash).toBe(madeStore.hash)
  })

  test("compact drops what nothing needs, bytes among it, and changes no world", async () => {
    const file = at("compact.sqlite")
    await makeStore(file)
    const before = await json("verify", { data: file })
    const store = openSqliteHere({ file, madeBy: "tests" })
    const kept = new StoredWorlds(store)
    const world = await createEngineWorld({ ports: { persistence: kept.world("main") } })
    await world.commit("Delete", null, (tx) => tx.patch("files", "f1", { deleted: true }))
    const again = kept.world("main")
    await again.load()
    await again.snapshot(world.state, world.version)
    await world.commit("Add", null, (tx) => tx.put("users", user("last")))
    await again.snapshot(world.state, world.version)
    const fork = (await store.worlds()).find(({ name }) => name === "fork")
    await store.deleteWorld(fork?.world ?? 0, world.now)
    const hash = world.hash()
    await store.close()
    expect(before.worlds).toHaveLength(2)
    const told = await json("compact", { data: file })
    expect(told).toMatchObject({ changes: 1, blobs: 1 })
    expect(told.pages).toBeGreaterThan(0)
    expect(await json("verify", { data: file })).toEqual({
      ok: true,
      worlds: [{ name: "main", version: 4, hash }],
      problems: [],
    })
    expect(await json("compact", { data: file })).toMatchObject({ changes: 0, pages: 0, blobs: 0 })
    expect(await json("info", { data: file })).toMatchObject({ blobs: 0, worlds: 1 })
  })

  test("a store that lacks a change is not backed up as if it were whole", async () => {
    await json("backup", { data: at("kept"), output: at("lacking.sqlite") })
    const raw = loadSqlite()(at("lacking.sqlite"))
    raw.exec("UPDATE worlds SET version = version + 1 WHERE name = 'main'")
    raw.close()
    const { code, err } = await data("backup", { data: at("lacking.sqlite"), output: at("lacking-too.sqlite") })
    expect([code, err]).toEqual([1, expect.stringMatching(/^hexarium: .*data verify to check the store.*\n$/)])
    expect(existsSync(at("lacking-too.sqlite"))).toBe(false)
    expect((await data("verify", { data: at("lacking.sqlite") })).code).toBe(1)
  })

  test("a store that has lost bytes is neither backed up nor exported as if it were whole", async () => {
    await json("backup", { data: at("kept"), output: at("lost.sqlite") })
    const raw = loadSqlite()(at("lost.sqlite"))
    raw.exec("DELETE FROM blobs")
    raw.close()
    const verified = await data("verify", { data: at("lost.sqlite") })
    expect([verified.code, verified.err]).toEqual([1, expect.stringMatching(/^hexarium: blob [0-9a-f]{64}: .*missing/)])
    const { code, err } = await data("backup", { data: at("lost.sqlite"), output: at("lost-too.sqlite") })
    expect([code, err]).toEqual([1, expect.stringMatching(/^hexarium: .*lost blobs.*data verify.*\n$/)])
    expect(existsSync(at("lost-too.sqlite"))).toBe(false)
  })

  test("bytes of files that are not those of their key are refused when they are read", async () => {
    await json("backup", { data: at("kept"), output: at("other-bytes.sqlite") })
    const raw = loadSqlite()(at("other-bytes.sqlite"))
    raw.exec("UPDATE blobs SET bytes = x'00'")
    raw.close()
    const there = { data: at("other-bytes.sqlite") }
    expect(await data("verify", there)).toMatchObject({
      code: 1,
      err: expect.stringContaining("does not match its digest"),
    })
    const { code } = await data("backup", { ...there, output: at("other-too.sqlite") })
    expect([code, existsSync(at("other-too.sqlite"))]).toEqual([1, false])
    const store = openSqliteHere({ file: at("other-bytes.sqlite"), madeBy: "tests" })
    expect(await openMainWorld(store)).toMatchObject({
      message: expect.stringMatching(/content of file .* does not match its digest/),
    })
    await store.close()
  })

  test("a backup has the bytes of files that were stored while it was made", async () => {
    await makeStore(at("growing.sqlite"))
    const [from, to] = ["growing.sqlite", "grown.sqlite"].map((name) =>
      openSqliteHere({ file: at(name), madeBy: "tests" }),
    )
    if (from === undefined || to === undefined) throw new Error("there are two")
    const world = await createEngineWorld({ ports: { persistence: new StoredWorlds(from).world("main") } })
    const upload = (id: string) =>
      world.commit("Upload", null, (tx) =>
        tx.put("files", file(id, { blob: world.ports.blobs.put(new TextEncoder().encode(id)) })),
      )
    const late: Store = {
      ...from,
      async blobKeys() {
        const keys = await from.blobKeys()
        await upload("late")
        return keys
      },
    }
    await copyStore(late, to)
    await requireBlobs(to, from)
    expect(await to.blobKeys()).toHaveLength(2)
    for (const store of [from, to]) await store.close()
  })

  test("verify ends with exit code 1 and the first place that differs", async () => {
    await json("backup", { data: at("kept"), output: at("bad.sqlite") })
    const raw = loadSqlite()(at("bad.sqlite"))
    raw.exec("UPDATE snapshots SET hash = 'other'")
    raw.close()
    const { code, out, err } = await data("verify", { data: at("bad.sqlite"), json: true })
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^hexarium: world main, snapshot then: .*other, found [0-9a-f]+\n$/),
    ])
    expect(JSON.parse(out)).toMatchObject({ ok: false, problems: [{ place: "world main, snapshot then" }] })
  })
})

/** The case, the command, and its one-line message. */
const BAD_CALLS: readonly (readonly [string, () => Parameters<typeof data>, RegExp])[] = [
  ["no store", () => ["info", { data: at("nowhere") }], /nowhere.*no store/],
  ["no store to back up", () => ["backup", { data: at("nowhere"), output: at("b.sqlite") }], /nowhere.*no store/],
  ["noise", () => ["verify", { data: at("noise.db") }], /noise\.db is not a store of Hexarium/],
  ["another program's store", () => ["compact", { data: at("other.db") }], /other\.db is not a store of Hexarium/],
  ["a future format", () => ["info", { data: at("future.db") }], /future\.db.*format 77.*up to 1/],
  ["a store in use", () => ["compact", { data: at("held.db") }], new RegExp(`held\\.db is in use.*${process.pid}`)],
  ["a folder's ending", () => ["info", { data: at("a-file/worlds") }], /a-file/],
  ["an unwritable place", () => ["restore", { data: at("a-file/worlds") }, at("kept/hexarium.sqlite")], /a-file/],
  ["an unwritable backup", () => ["backup", { data: at("kept"), output: at("a-file/b.sqlite") }], /a-file\/b\.sqlite/],
  ["a backup over a file", () => ["backup", { data: at("kept"), output: at("noise.db") }], /noise\.db already exists/],
  ["a restore into a store", () => ["restore", { data: at("kept") }, at("held.db")], /kept.*is not empty/],
  ["a restore from a folder", () => ["restore", { data: at("new") }, at("kept")], /kept is a folder; pass a file/],
  ["a restore from noise", () => ["restore", { data: at("new") }, at("noise.db")], /noise\.db is not a store/],
  [
    "a restore from nothing",
    () => ["restore", { data: at("new") }, at("nothing.db")],
    /nothing\.db: the backup file does not exist; `hexarium data backup/,
  ],
  ["a damaged backup", () => ["restore", { data: at("new") }, at("damaged.db")], /damaged\.db can't be restored/],
]

describe("what can't be done is one line with the place, exit code 1, and changes nothing", () => {
  let held: { close(): Promise<void> }
  beforeAll(async () => {
    writeFileSync(at("noise.db"), Buffer.from(Array.from({ length: 5000 }, (_, byte) => (byte * 7919) % 251)))
    writeFileSync(at("a-file"), "text")
    const other = loadSqlite()(at("other.db"))
    other.exec("CREATE TABLE things (name TEXT)")
    other.close()
    const future = openSqliteHere({ file: at("future.db"), madeBy: "tests" })
    await future.seal()
    await future.close()
    const bytes = readFileSync(at("future.db"))
    bytes.writeUInt32BE(77, 60)
    writeFileSync(at("future.db"), bytes)
    await makeStore(at("damaged.db"))
    const damaged = loadSqlite()(at("damaged.db"))
    damaged.exec("UPDATE pages SET body = replace(body, 'main-1', 'main-x')")
    damaged.close()
    held = openSqliteHere({ file: at("held.db"), madeBy: "tests" })
  })
  afterAll(() => held.close())

  test.each(BAD_CALLS)("%s", async (_, make, words) => {
    // SQLite's own go when it lets go of what it has read, which is not for us to say.
    const listing = () =>
      readdirSync(folder, { recursive: true })
        .filter((name) => !/-(?:wal|shm)$/.test(String(name)))
        .sort()
    const files = () => ["noise.db", "other.db", "future.db"].map((name) => readFileSync(at(name)).toString("base64"))
    const before = [listing(), files()]
    const { code, out, err } = await data(...make())
    expect({ code, out }).toEqual({ code: 1, out: "" })
    expect(err).toMatch(/^hexarium: [^\n]+\n$/)
    expect(err).toMatch(words)
    expect([listing(), files()]).toEqual(before)
  })

  test("commands that make no sense are exit code 2", async () => {
    expect((await data("info", {})).code).toBe(2)
    expect((await data("info", { data: "mysql://localhost/x" })).code).toBe(2)
    expect((await data("backup", { data: at("kept") })).code).toBe(2)
    expect((await data("restore", { data: at("new") })).code).toBe(2)
  })
})

/** A file system of its own with little room; only some may make one. */
function mountSmall(): string | undefined {
  const place = at("small")
  mkdirSync(place, { recursive: true })
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=96k", "tmpfs", place], { stdio: "ignore" })
    return place
  } catch {
    return undefined
  }
}

describe("a disk that is full", () => {
  let small: string | undefined
  beforeAll(() => {
    small = mountSmall()
  })
  afterAll(() => {
    if (small !== undefined) execFileSync("umount", ["-l", small])
  })
  beforeEach((context) => {
    if (small === undefined) context.skip("needs the right to mount")
  })

  test.each(["backup", "restore"])("ends a %s with one line, and leaves nothing", async (what) => {
    const place = join(small ?? "", "target.sqlite")
    const { code, out, err } = await (what === "backup"
      ? data(what, { data: at("kept"), output: place })
      : data(what, { data: place }, at("kept/hexarium.sqlite")))
    expect({ code, out }).toEqual({ code: 1, out: "" })
    expect(err).toMatch(/^hexarium: .*small\/target\.sqlite.* is full; free some space.*\n$/)
    expect(readdirSync(small ?? "")).toEqual([])
  })
})

test("a server that is started on a full disk ends with one line, and starts once there is room", async (context) => {
  const place = at("narrow")
  const mount = (size: string) =>
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", place], { stdio: "ignore" })
  mkdirSync(place)
  try {
    mount("96k")
  } catch {
    context.skip("needs the right to mount")
  }
  try {
    const { code, out, err } = await run(folder, "start", "--port", "0", "--data", "narrow")
    expect({ code, out }).toEqual({ code: 1, out: "" })
    expect(err).toMatch(/^hexarium: .*narrow\/hexarium\.sqlite.*the disk is full; free some space.*\n$/)
    execFileSync("mount", ["-o", "remount,size=40m", place])
    const server = await serve(folder, "--data", "narrow")
    expect(await server.ask("GET", "/ready")).toEqual({ ready: true })
    await server.stop()
  } finally {
    execFileSync("umount", ["-l", place])
  }
})

test("a store that its owner made unreadable is named", async () => {
  if (process.getuid?.() === 0) return
  chmodSync(at("other.db"), 0o000)
  expect(await data("info", { data: at("other.db") })).toMatchObject({ code: 1 })
  expect(existsSync(at("other.db"))).toBe(true)
})
