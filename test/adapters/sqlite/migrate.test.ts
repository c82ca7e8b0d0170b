import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { loadSqlite } from "../../../emulator/adapters/persistence/sqlite/api.ts"
import { openSqliteHere } from "../../../emulator/adapters/persistence/sqlite/sqlite-store.ts"
import { makeStore } from "./data-command.ts"
import { NEXT_FORMAT } from "./next-format.ts"

let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hexarium-"))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function olderStore(name: string) {
  const file = join(folder, name)
  await makeStore(file)
  const worlds = async (place: string, seams = {}) => {
    const store = openSqliteHere({ file: place, madeBy: "tests" }, seams)
    const found = await store.worlds()
    await store.close()
    return found
  }
  return { file, worlds }
}

test("an older store is brought to the present format, and stands beside as it was", async () => {
  const { file, worlds } = await olderStore("older.sqlite")
  const before = await worlds(file)
  expect(await worlds(file, NEXT_FORMAT)).toEqual(before)
  const raw = loadSqlite()(file, { readOnly: true })
  expect(raw.prepare("SELECT name, note FROM worlds ORDER BY world").all()).toEqual(
    before.map(({ name }) => ({ name, note: "migrated" })),
  )
  expect(raw.prepare("SELECT value FROM meta WHERE key = 'format'").get()).toEqual({ value: "2" })
  raw.close()
  expect(await worlds(`${file}.format-1`)).toEqual(before)
  expect(statSync(`${file}.format-1`).mode & 0o777).toBe(0o600)
  expect(await worlds(file, NEXT_FORMAT)).toEqual(before)
  expect(() => openSqliteHere({ file, madeBy: "tests" })).toThrow(/format 2.*up to 1; use a newer Hexarium/)
})

test.each([
  ["that fails", { format: 2, migrations: { 2: "ALTER TABLE worlds ADD COLUMN note TEXT; SELECT * FROM nothing" } }],
  ["that is missing", { format: 3, migrations: { 2: "ALTER TABLE worlds ADD COLUMN note TEXT" } }],
])("a migration %s is refused with the file's name, and changes nothing", async (kind, seams) => {
  const { file, worlds } = await olderStore(`${kind.replaceAll(" ", "-")}.sqlite`)
  const before = await worlds(file)
  expect(() => openSqliteHere({ file, madeBy: "tests" }, seams)).toThrow(file)
  expect(await worlds(file)).toEqual(before)
  expect(readdirSync(folder).filter((name) => name.endsWith(".new"))).toEqual([])
})
