import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { loadSqlite } from "../../emulator/persistence/sqlite/api.ts"
import { openSqliteHere } from "../../emulator/persistence/sqlite/sqlite-store.ts"
import { createWorld, KeptWorlds } from "../../src/inside.ts"
import { user } from "../state/records.ts"

const DOC = readFileSync(join(import.meta.dirname, "../../docs/persistence.md"), "utf8")
const queries = [...DOC.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql = ""]) => sql)

let folder = ""
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hexarium-"))
  const store = openSqliteHere({ file: join(folder, "worlds.sqlite"), madeBy: "tests" })
  const world = await createWorld({ ports: { persistence: new KeptWorlds(store).world("main") } })
  await world.commit("AddUser", null, (tx) => tx.put("users", user("u1")))
  await store.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

test("there are five queries", () => expect(queries).toHaveLength(5))

test.each(queries)("docs/persistence.md: %s", (sql) => {
  const connection = loadSqlite()(join(folder, "worlds.sqlite"), { readOnly: true })
  expect(connection.prepare(sql).all().length).toBeGreaterThan(0)
  connection.close()
})
