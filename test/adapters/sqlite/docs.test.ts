import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Place, readPlace, shownPlace } from "../../../emulator/adapters/index.ts"
import { loadSqlite } from "../../../emulator/adapters/persistence/sqlite/api.ts"
import { openSqliteHere } from "../../../emulator/adapters/persistence/sqlite/sqlite-store.ts"
import { StoredWorlds } from "../../../src/engine/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { user } from "../../state/records.ts"
import { data, makeStore } from "./data-command.ts"

const DOC = readFileSync(join(import.meta.dirname, "../../../docs/persistence.md"), "utf8")
const SCALING = readFileSync(join(import.meta.dirname, "../../../docs/scaling.md"), "utf8")
const queries = [...DOC.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql = ""]) => sql)

let folder = ""
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hexarium-"))
  const store = openSqliteHere({ file: join(folder, "worlds.sqlite"), madeBy: "tests" })
  const world = await createWorld({ ports: { persistence: new StoredWorlds(store).world("main") } })
  await world.commit("AddUser", null, (tx) => tx.put("users", user("u1")))
  await store.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

test("the commands of docs/persistence.md do what they say, one after the other", async () => {
  await makeStore(join(folder, "worlds/hexarium.sqlite"))
  const commands = [...DOC.matchAll(/^hexarium data (\w+) (.*?) *(?:#.*)?$/gm)]
  expect(commands.map(([, what]) => what)).toEqual([
    "info",
    "worlds",
    "verify",
    "compact",
    "backup",
    "restore",
    "recover",
  ])
  for (const [, what = "", words = ""] of commands) {
    const given = words.split(/ +/)
    const after = (flag: string) =>
      given.includes(flag) ? join(folder, given[given.indexOf(flag) + 1] ?? "") : undefined
    const [store, output] = [after("--data"), after("-o")]
    const flags = { ...(store === undefined ? {} : { data: store }), ...(output === undefined ? {} : { output }) }
    const { code, err } = await data(what, flags, given[0]?.startsWith("-") ? undefined : join(folder, given[0] ?? ""))
    expect({ what, code, err }).toEqual({ what, code: 0, err: "" })
  }
})

test("the scripts and switches of docs/scaling.md are there", () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8"))
  const named = [...SCALING.matchAll(/npm run ([\w:]+)/g)].map(([, name = ""]) => name)
  expect(named.length).toBeGreaterThan(2)
  for (const name of named) expect(scripts[name], name).toBeDefined()
  const cases = [...SCALING.matchAll(/npm run bench -- (\w+)/g)].map(([, name]) => name)
  expect(cases.length).toBeGreaterThan(0)
  for (const name of cases)
    expect(existsSync(join(import.meta.dirname, `../../../bench/cases/${name}.ts`)), name).toBe(true)
  const places = [...SCALING.matchAll(/postgres:\/\/[^' `]+/g)].map(([url]) => readPlace(url))
  expect(places.length).toBeGreaterThan(0)
  for (const place of places) expect(shownPlace(place as Place)).not.toContain("secret")
})

test("there are five queries", () => expect(queries).toHaveLength(5))

test.each(queries)("docs/persistence.md: %s", (sql) => {
  const connection = loadSqlite()(join(folder, "worlds.sqlite"), { readOnly: true })
  expect(connection.prepare(sql).all().length).toBeGreaterThan(0)
  connection.close()
})
