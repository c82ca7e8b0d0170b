import { createHash } from "node:crypto"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { loadSqlite } from "../../../../emulator/adapters/persistence/sqlite/api.ts"
import { openSqliteHere } from "../../../../emulator/adapters/persistence/sqlite/sqlite-store.ts"
import { StoredWorlds } from "../../../../src/engine/index.ts"
import { defaultPorts } from "../../../../src/ports/index.ts"
import { createWorld } from "../../../../src/world/index.ts"
import { data, json, makeStore } from "../data-command.ts"
import { FRAME, flipBit, killedStore, lay, type Remains, readStoredState } from "./killed-store.ts"

let folder = ""
let file = ""
let leftStore: { readonly remains: Remains; readonly hashes: readonly string[] }
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hexarium-"))
  file = join(folder, "left/hexarium.sqlite")
  leftStore = await killedStore(join(folder, "one.sqlite"), 12)
})
afterAll(() => rmSync(folder, { recursive: true }))

const at = (name: string) => join(folder, name)
const digests = (path: string) =>
  [path, `${path}-wal`].map((each) => existsSync(each) && createHash("sha256").update(readFileSync(each)).digest("hex"))

/** Recovers into a new file and returns the report. Leaves the damaged files unchanged. */
async function recover(from: string, output: string) {
  const before = digests(from)
  const told = await json("recover", { data: from, output })
  expect(digests(from)).toEqual(before)
  expect(readdirSync(folder).filter((name) => name.startsWith(output.slice(folder.length + 1)))).toHaveLength(1)
  expect(told.file).toBe(output)
  return told
}

test("recover has everything back where the damage is in no page that is needed", async () => {
  const { remains, hashes } = leftStore
  const frames = (remains.log.length - 32) / FRAME
  // Places in the header's salts, and in the salts, checksum and body of a frame whose page later commits overwrite.
  const places = [17, 28, 32 + 9, 32 + FRAME * 8 + 17, 32 + FRAME * (frames - 6) + 9]
  for (const [index, place] of places.entries()) {
    lay(file, { ...remains, log: flipBit(remains.log, place), note: index % 2 === 0 ? remains.note : undefined })
    const found = await readStoredState(file)
    if (typeof found !== "string") throw new Error(`${place} was not noticed`)
    const target = at(`whole-${index}.sqlite`)
    expect(await recover(file, target)).toMatchObject({ worlds: [{ name: "main", version: 12 }], lost: [] })
    expect(await readStoredState(target)).toEqual({ version: 12, hash: hashes[12] })
  }
})

test("recover writes the state before the damage, and says how much is lost", async () => {
  const { remains, hashes } = leftStore
  const cut = remains.log.subarray(0, Math.floor(remains.log.length / 2))
  lay(file, { ...remains, log: cut })
  const told = await recover(file, at("half.sqlite"))
  const [{ version }] = told.worlds
  expect(version).toBeGreaterThan(0)
  expect(told.lost).toEqual([{ place: "log", message: `the last ${12 - version} committed changes are missing` }])
  expect(await readStoredState(at("half.sqlite"))).toEqual({ version, hash: hashes[version] })
  const { out } = await data("recover", { data: file, output: at("half-again.sqlite") })
  expect(out).toMatch(
    /recovered these worlds into .*half-again\.sqlite: main \(version \d+\)\nnot recovered: log: the last \d+ committed changes/,
  )
  const log = Buffer.from(remains.log)
  let madeBy = 32
  while (log.readUInt32BE(madeBy + 4) === 0) madeBy += FRAME
  for (let place = 100; place < log.length; place += FRAME * 3 + 400) {
    lay(file, { ...remains, log: flipBit(log, place) })
    const { worlds, lost } = await recover(file, at(`flip-${place}.sqlite`))
    // The world's initial state is stored once, by the first commit.
    if (worlds.length === 0) expect([place < madeBy + FRAME, lost.length > 0]).toEqual([true, true])
    else {
      const [{ version }] = worlds
      expect(await readStoredState(at(`flip-${place}.sqlite`))).toEqual({ version, hash: hashes[version] })
    }
  }
})

const damage = async (name: string, sql: string) => {
  await makeStore(at(name))
  const raw = loadSqlite()(at(name))
  raw.exec(sql)
  raw.close()
}

test("recover has back each world up to its first damaged change, and what is sound beside it", async () => {
  await damage(
    "change.sqlite",
    "UPDATE changes SET body = replace(body, 'files', 'filed') WHERE operation = 'Upload'; UPDATE blobs SET bytes = x'00'",
  )
  const { worlds, lost } = await recover(at("change.sqlite"), at("changed.sqlite"))
  expect(worlds).toEqual([
    { name: "main", version: 1 },
    { name: "fork", version: 2 },
  ])
  expect(lost.map(({ place }: { place: string }) => place)).toEqual([
    expect.stringMatching(/^blob \w{64}$/),
    "world main, change 2",
    "world main",
  ])
  expect(await json("verify", { data: at("changed.sqlite") })).toMatchObject({ ok: true, worlds })
  expect((await json("worlds", { data: at("changed.sqlite") })).worlds[0].snapshots).toEqual(["then"])
})

test("recover goes back to an older snapshot, or to what reset leads to, and says so", async () => {
  for (const [name, keep, version] of [
    ["snapshot.sqlite", "UNION SELECT root FROM snapshots", 2],
    ["origin.sqlite", "", 0],
  ] as const) {
    await makeStore(at(name))
    const store = openSqliteHere({ file: at(name), madeBy: "tests" })
    const kept = new StoredWorlds(store)
    const persistence = kept.world("main")
    const world = await createWorld({ ports: { persistence } })
    await persistence.snapshot(world.state, world.version)
    await store.close()
    const raw = loadSqlite()(at(name))
    raw.exec("PRAGMA foreign_keys = OFF; DELETE FROM worlds WHERE name = 'fork'")
    // Damages the pages that only the newest root refers to, and those of the snapshot if asked.
    raw.exec(`UPDATE pages SET body = body || ' ' WHERE id IN (SELECT root FROM worlds WHERE name = 'main' UNION SELECT root FROM snapshots)
      AND id NOT IN (SELECT origin_root FROM worlds ${keep})`)
    raw.close()
    const { worlds, lost } = await recover(at(name), at(`of-${name}`))
    expect([name, worlds]).toEqual([name, [{ name: "main", version }]])
    expect(lost[0].message).toMatch(/damaged/)
    expect((await json("verify", { data: at(`of-${name}`) })).ok).toBe(true)
  }
})

test("recover refuses a store in use, what is no file of SQLite, and a file that is there", async () => {
  await makeStore(at("used.sqlite"))
  const store = openSqliteHere({ file: at("used.sqlite"), madeBy: "tests" })
  const end = (flags: Parameters<typeof data>[1]) => data("recover", flags)
  expect(await end({ data: at("used.sqlite"), output: at("new.sqlite") })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/is in use by the process \d+; stop that process first/),
  })
  await store.close()
  expect((await end({ data: at("used.sqlite"), output: at("used.sqlite") })).err).toMatch(/exists/)
  expect(await end({ data: "postgres://me@localhost/x", output: at("new.sqlite") })).toMatchObject({ code: 2 })
  expect((await end({ data: at("used.sqlite") })).code).toBe(2)
  expect(existsSync(at("new.sqlite"))).toBe(false)
})

test("the bytes of a file are checked against their key when they are read", async () => {
  await damage("bytes.sqlite", "UPDATE blobs SET bytes = x'6279746573ff'")
  const [key] = loadSqlite()(at("bytes.sqlite")).prepare("SELECT sha256 FROM blobs").all()
  const message = `the store is damaged: the content of file ${key?.sha256} does not match its digest`
  const store = openSqliteHere({ file: at("bytes.sqlite"), madeBy: "tests" })
  const ports = { ...defaultPorts(), persistence: new StoredWorlds(store).world("main") }
  await expect(createWorld({ ports })).rejects.toMatchObject({ name: "StoreTrouble", message })
  await store.close()
  expect(await data("backup", { data: at("bytes.sqlite"), output: at("bytes-too.sqlite") })).toMatchObject({ code: 1 })
  expect((await data("verify", { data: at("bytes.sqlite") })).err).toContain(`blob ${key?.sha256}: `)
})

test.each([1, 2])("verify names the change that is missing: %i", async (sequence) => {
  const name = `lacks-${sequence}.sqlite`
  await damage(name, `DELETE FROM changes WHERE sequence = ${sequence} AND world = 1`)
  const { code, err } = await data("verify", { data: at(name) })
  expect([code, err]).toEqual([1, expect.stringContaining(`world main: change ${sequence} is missing`)])
})
