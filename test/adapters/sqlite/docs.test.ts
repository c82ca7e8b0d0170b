import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Place, readPlace, shownPlace } from "../../../emulator/adapters/index.ts"
import { loadSqlite } from "../../../emulator/adapters/persistence/sqlite/api.ts"
import { openSqliteHere } from "../../../emulator/adapters/persistence/sqlite/sqlite-store.ts"
import { StoredWorlds } from "../../../src/engine/index.ts"
import { createEngineWorld } from "../../../src/world/index.ts"
import { user } from "../../state/records.ts"
import { data, makeStore } from "./data-command.ts"

const read = (path: string) => readFileSync(join(import.meta.dirname, "../../..", path), "utf8")
const DOC = read("docs/persistence.md")
const SCALING_PAGE = read("docs/scaling.md")
const [BENCHMARKS, TESTS] = [read("bench/README.md"), read("test/safety/README.md")]
const queriesOf = (text: string) => [...text.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql = ""]) => sql)
const queries = queriesOf(read("docs/reference/store.md"))

let folder = ""
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hexarium-"))
  const store = openSqliteHere({ file: join(folder, "worlds.sqlite"), madeBy: "tests" })
  const world = await createEngineWorld({ ports: { persistence: new StoredWorlds(store).world("main") } })
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

test("the lists of tests and benchmarks name scripts and cases that exist", () => {
  const { scripts } = JSON.parse(read("package.json"))
  const named = [...(BENCHMARKS + TESTS).matchAll(/npm run ([\w:]+)/g)].map(([, name = ""]) => name)
  expect(named.length).toBeGreaterThan(10)
  for (const name of named) expect(scripts[name], name).toBeDefined()
  const cases = [...BENCHMARKS.matchAll(/npm run bench -- ([a-z -]+)`/g)].flatMap(([, names = ""]) => names.split(" "))
  expect(cases.length).toBeGreaterThan(5)
  for (const name of cases)
    expect(existsSync(join(import.meta.dirname, `../../../bench/cases/${name}.ts`)), name).toBe(true)
})

test("docs/scaling.md has URLs of databases that --data accepts", () => {
  const places = [...SCALING_PAGE.matchAll(/postgres:\/\/[^' `]+/g)].map(([url]) => readPlace(url))
  expect(places.length).toBeGreaterThan(0)
  for (const place of places) expect(shownPlace(place as Place)).not.toContain("secret")
})

test("docs/reference/store.md has five queries, and docs/persistence.md repeats one", () => {
  expect(queries).toHaveLength(5)
  expect(queries).toEqual(expect.arrayContaining(queriesOf(DOC)))
})

test.each(queries)("docs/reference/store.md: %s", (sql) => {
  const connection = loadSqlite()(join(folder, "worlds.sqlite"), { readOnly: true })
  expect(connection.prepare(sql).all().length).toBeGreaterThan(0)
  connection.close()
})
