import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openSqliteHere } from "../../../emulator/adapters/persistence/sqlite/sqlite-store.ts"
import { Worlds } from "../../../emulator/worlds/index.ts"
import { StoredWorlds } from "../../../src/engine/index.ts"
import { defaultPorts } from "../../../src/ports/index.ts"
import { createEngineWorld, type EngineWorld } from "../../../src/world/index.ts"
import { VirtualTime } from "../../simulate/virtual-time.ts"
import { user } from "../../state/records.ts"
import { until } from "../../until.ts"
import { data, json, makeStore } from "./data-command.ts"
import { CREATE, NOTES, SEARCH } from "./notes.ts"
import { run, type StoredServer, serve } from "./stored-server.ts"

let folder = ""
let server: StoredServer | undefined
const at = (name: string) => join(folder, name)

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "hexarium-")))
  writeFileSync(at("world.yaml"), NOTES)
})
afterAll(async () => {
  await server?.stop("SIGKILL")
  rmSync(folder, { recursive: true })
})

const add = (world: EngineWorld, name: string) => world.commit("Add", null, (tx) => tx.put("users", user(name)))
const openHere = (file: string, now?: () => number) =>
  openSqliteHere({ file, madeBy: "tests" }, now === undefined ? {} : { now })

describe("a store under several names", () => {
  test("is one store by a symbolic link to the file, to its folder, and to a missing file", async () => {
    mkdirSync(at("real"))
    symlinkSync(at("real"), at("folder-link"))
    symlinkSync(at("real/store.sqlite"), at("file-link.sqlite"))
    symlinkSync("file-link.sqlite", at("link-to-link.db"))
    const store = openHere(at("link-to-link.db"))
    expect(readdirSync(at("real"))).toContain("store.sqlite.lock")
    for (const name of ["real/store.sqlite", "folder-link/store.sqlite", "file-link.sqlite", "link-to-link.db"]) {
      const error = `${at("real/store.sqlite")} is in use by the process ${process.pid};`
      expect(() => openHere(at(name)), name).toThrow(error)
      expect((await data("info", { data: at(name) })).err).toContain(error)
    }
    await store.close()
    expect(readdirSync(at("real"))).not.toContain("store.sqlite.lock")
    expect(readdirSync(folder).filter((name) => /^(?:file-link|link-to-link)/.test(name))).toHaveLength(2)
  })

  test("is restored to the file that a symbolic link names", async () => {
    await makeStore(at("source.sqlite"))
    await json("backup", { data: at("source.sqlite"), output: at("source-backup.sqlite") })
    symlinkSync(at("restored-there.sqlite"), at("restored.sqlite"))
    await json("restore", { data: at("restored.sqlite") }, at("source-backup.sqlite"))
    expect(existsSync(at("restored-there.sqlite"))).toBe(true)
    expect(await json("verify", { data: at("restored.sqlite") })).toMatchObject({ ok: true })
  })

  test("is refused as long as hard links give it several names, and changes nothing", async () => {
    await makeStore(at("linked.sqlite"))
    linkSync(at("linked.sqlite"), at("other-name.sqlite"))
    const bytes = readFileSync(at("linked.sqlite"))
    const error = `${at("linked.sqlite")} has 2 names (hard links), such as ${at("other-name.sqlite")}; remove the other names, or copy the file`
    expect(() => openHere(at("linked.sqlite"))).toThrow(error)
    for (const what of ["info", "worlds", "verify", "compact", "backup", "recover"]) {
      const output = what === "backup" || what === "recover" ? { output: at("out.sqlite") } : {}
      const { code, err } = await data(what, { data: at("linked.sqlite"), ...output })
      expect({ what, code, err }).toEqual({ what, code: 1, err: `hexarium: ${error}\n` })
    }
    expect(readFileSync(at("linked.sqlite"))).toEqual(bytes)
    rmSync(at("other-name.sqlite"))
    await openHere(at("linked.sqlite")).close()
  })

  test("opens if the second name is the temporary one of a restore that was killed", async () => {
    await makeStore(at("killed.sqlite"))
    linkSync(at("killed.sqlite"), at("killed.sqlite.4711.tmp"))
    await openHere(at("killed.sqlite")).close()
  })

  test("is refused under a new name while another process has it open", async () => {
    server = await serve(folder, "world.yaml", "--data", "before.sqlite")
    renameSync(at("before.sqlite"), at("after.sqlite"))
    const error = `${at("after.sqlite")} is in use as ${at("before.sqlite")} by the process ${server.child.pid}, which serves ${server.url}`
    expect((await run(folder, "start", "--port", "0", "--data", "after.sqlite")).err).toContain(error)
    const { code, err } = await data("backup", { data: at("after.sqlite"), output: at("after-backup.sqlite") })
    expect(code).toBe(1)
    expect(err).toContain(error)
    await server.stop()
    await openHere(at("after.sqlite")).close()
  })
})

describe("a process that closes its store", () => {
  test("leaves the files of another process that made a store in its place", async () => {
    const file = at("twice/hexarium.sqlite")
    const first = openHere(file)
    rmSync(dirname(file), { recursive: true })
    const second = openHere(file)
    const world = await createEngineWorld({ ports: { persistence: new StoredWorlds(second).world("main") } })
    await add(world, "kept")
    const files = () =>
      readdirSync(dirname(file)).map((name) => `${name} ${readFileSync(join(dirname(file), name)).toString("base64")}`)
    const before = files()
    expect(before.join()).toContain("hexarium.sqlite.answered ")
    await first.close()
    expect(files()).toEqual(before)
    await second.close()
    const again = openHere(file)
    expect((await again.worlds()).map(({ version }) => version)).toEqual([1])
    await again.close()
    expect(readdirSync(dirname(file)).join()).not.toMatch(/lock|answered/)
  })
})

/** Ways in which the files of an open store get lost, each with the file that the message names. */
const LOSSES: readonly (readonly [what: string, lose: (place: string) => void, named: string])[] = [
  ["its folder is deleted", (place) => rmSync(place, { recursive: true }), ""],
  ["its folder is moved", (place) => renameSync(place, `${place}-moved`), ""],
  [
    "its files are deleted",
    (place) => {
      for (const name of readdirSync(place)) rmSync(join(place, name))
    },
    "",
  ],
  ["its file is moved", (place) => renameSync(join(place, "a.sqlite"), join(place, "b.sqlite")), ""],
  [
    "another file takes its place",
    (place) => {
      writeFileSync(join(place, "new"), readFileSync(join(place, "a.sqlite")))
      renameSync(join(place, "new"), join(place, "a.sqlite"))
    },
    "",
  ],
  [
    "a link to another folder takes its place",
    (place) => {
      mkdirSync(`${place}-other`)
      writeFileSync(`${place}-other/a.sqlite`, readFileSync(join(place, "a.sqlite")))
      rmSync(place, { recursive: true })
      symlinkSync(`${place}-other`, place)
    },
    "",
  ],
  [
    "a file takes the place of its folder",
    (place) => {
      rmSync(place, { recursive: true })
      writeFileSync(place, "")
    },
    "",
  ],
  ["its log is deleted", (place) => rmSync(join(place, "a.sqlite-wal")), "-wal"],
  ["the index of its log is deleted", (place) => rmSync(join(place, "a.sqlite-shm")), "-shm"],
]

describe("a store in use", () => {
  test.each(LOSSES)("refuses writes, and reads go on, when %s", async (what, lose, named) => {
    const place = at(what.replaceAll(" ", "-"))
    const file = join(place, "a.sqlite")
    let ms = 0
    const store = openHere(file, () => ms)
    const time = new VirtualTime()
    const ports = { ...defaultPorts(), timer: time, persistence: new StoredWorlds(store).world("main") }
    const world = await createEngineWorld({ ports })
    await add(world, "one")
    lose(place)
    ms += 1000
    const trouble = new RegExp(
      `^${file}${named} was (?:deleted or moved|replaced by another file) while .*hexarium export`,
    )
    await expect(add(world, "two")).rejects.toMatchObject({
      refusal: { retryAfter: 1, description: expect.stringContaining(`${file}${named} was `) },
    })
    expect(world.storeTrouble).toMatch(trouble)
    await expect(store.look?.()).rejects.toMatchObject({ kind: "moved", message: expect.stringMatching(trouble) })
    await expect(store.probe()).rejects.toMatchObject({ kind: "moved" })
    expect(world.version).toBe(1)
    expect((await store.worlds()).map(({ version }) => version)).toEqual([1])
    await world.close()
    await store.close()
  })

  test("takes writes again when its folder is back", async () => {
    const place = at("back")
    let ms = 0
    const store = openHere(join(place, "a.sqlite"), () => ms)
    const time = new VirtualTime()
    const ports = { ...defaultPorts(), timer: time, persistence: new StoredWorlds(store).world("main") }
    const world = await createEngineWorld({ ports })
    renameSync(place, `${place}-away`)
    ms += 1000
    await expect(add(world, "one")).rejects.toThrow()
    renameSync(`${place}-away`, place)
    await time.run(time.sleep(1500))
    expect(world.storeTrouble).toBeNull()
    await add(world, "two")
    await world.close()
    await store.close()
    const again = openHere(join(place, "a.sqlite"))
    expect((await again.worlds()).map(({ version }) => version)).toEqual([1])
    await again.close()
  })

  test("is looked for each second, so that a server is degraded before the next write", async () => {
    const place = at("looked")
    const store = openHere(join(place, "a.sqlite"))
    const stored = new StoredWorlds(store)
    const time = new VirtualTime()
    const ports = { ...defaultPorts(), timer: time }
    await createEngineWorld({ ports: { ...ports, persistence: stored.world("main") } })
    const world = await createEngineWorld({ ports: { ...ports, persistence: stored.world("main") } })
    const row = await stored.find("main")
    if (row === undefined) throw new Error("the world is missing")
    const worlds = new Worlds({ world, row, snapshots: [] }, {}, stored)
    await time.run(time.sleep(5000))
    expect(worlds.storeTrouble).toBeNull()
    rmSync(place, { recursive: true })
    await time.run(time.sleep(1000))
    expect(worlds.storeTrouble).toContain("was deleted or moved")
    worlds.close()
    await store.close()
  })

  test("refuses each write after a look that failed, without an idle second", async () => {
    let ms = 0
    const place = at("failed-look")
    const store = openHere(join(place, "a.sqlite"), () => ms)
    ms = 900
    await store.look?.()
    renameSync(place, `${place}-away`)
    await expect(store.look?.()).rejects.toMatchObject({ kind: "moved" })
    for (let each = 0; each < 2; each += 1) await expect(store.secret()).rejects.toMatchObject({ kind: "moved" })
    renameSync(`${place}-away`, place)
    await store.secret()
    await store.close()
  })

  test("looks before a write only after an idle second", async () => {
    let ms = 0
    const place = at("seldom")
    const store = openHere(join(place, "a.sqlite"), () => ms)
    renameSync(place, `${place}-away`)
    ms = 999
    await store.secret()
    ms = 1000
    await expect(store.secret()).rejects.toMatchObject({ kind: "moved" })
    await store.close()
  })
})

test("a server whose folder was deleted is degraded, and `hexarium data` says how to keep its worlds", async () => {
  server = await serve(folder, "world.yaml", "--data", "lost")
  const { url, api, ask } = server
  await api(CREATE, { item: { Text: "kept" } })
  rmSync(at("lost"), { recursive: true })
  await until(async () => expect(await ask("GET", "/health")).toMatchObject({ status: "degraded" }))
  expect((await ask<{ reason: string }>("GET", "/health")).reason).toContain(
    `${at("lost/hexarium.sqlite")} was deleted`,
  )
  expect((await fetch(`${url}/_hexarium/ready`)).status).toBe(503)
  expect(await api(CREATE, { item: { Text: "x" } })).toMatchObject({
    status: 503,
    body: { error_code: "SYSTEM_ERROR" },
  })
  expect(await api(SEARCH, {})).toMatchObject({ status: 200, body: { totalItems: 1 } })
  expect(await ask("POST", "/worlds", { name: "w" })).toMatchObject({ error_code: "SYSTEM_ERROR" })
  for (const what of ["info", "verify", "worlds"]) {
    const { code, err } = await data(what, { data: at("lost") })
    expect(code).toBe(1)
    expect(err).toContain(`\`hexarium export --url ${url} -o FILE\` writes a world that is in its memory to a fixture`)
  }
  const exported = await run(folder, "export", "--url", url, "-o", "kept.yaml")
  expect({ exported, text: readFileSync(at("kept.yaml"), "utf8") }).toMatchObject({
    exported: { code: 0 },
    text: expect.stringContaining("kept"),
  })
  expect(await server.stop()).toMatchObject({ code: 0, err: "" })
  expect(existsSync(at("lost"))).toBe(false)
  expect((await data("info", { data: at("lost") })).err).toContain("no store found")
})
