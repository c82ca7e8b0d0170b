import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import { afterAll, beforeAll, expect, test as unlessSkipped } from "vitest"
import { openPostgres } from "../../../emulator/adapters/persistence/postgres/open-postgres.ts"
import { data, json, makeStore, openMainWorld } from "../sqlite/data-command.ts"
import { anyPostgres, freePort, lacksPostgres, type PostgresServer } from "./server.ts"

const isSkipped = lacksPostgres("any")
const test = unlessSkipped.skipIf(isSkipped)
const SECRET = "very%20secret"
const LIMITED_ROLE = `limited_${process.pid}`

let server: Pick<PostgresServer, "url" | "dispose">
let folder = ""
const at = (name: string) => join(folder, name)
const urlOf = (schema: string, change: (url: URL) => void = () => {}): string => {
  const url = new URL(server.url)
  url.searchParams.set("schema", schema)
  change(url)
  return url.href
}

async function sql(...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: server.url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

beforeAll(async () => {
  if (isSkipped) return
  server = await anyPostgres()
  folder = mkdtempSync(join(tmpdir(), "hexarium-"))
  await makeStore(at("kept/hexarium.sqlite"))
  await json("backup", { data: at("kept"), output: at("backup.sqlite") })
  await json("restore", { data: urlOf("future") }, at("backup.sqlite"))
  await sql(
    `CREATE SCHEMA other; CREATE TABLE other.things (n int); UPDATE future.meta SET value = '77' WHERE key = 'format'`,
    `CREATE ROLE ${LIMITED_ROLE} LOGIN PASSWORD '${decodeURIComponent(SECRET)}'`,
  )
})
afterAll(async () => {
  if (isSkipped) return
  await sql(`DROP ROLE ${LIMITED_ROLE}`)
  await server.dispose()
  rmSync(folder, { recursive: true })
})

test("a store moves from SQLite to PostgreSQL and back, with everything in it", async () => {
  await json("restore", { data: urlOf("moved") }, at("backup.sqlite"))
  const [here, there] = [{ data: at("kept") }, { data: urlOf("moved") }]
  expect(await json("verify", there)).toEqual(await json("verify", here))
  expect(await json("worlds", there)).toEqual(await json("worlds", here))
  expect(await json("info", there)).toMatchObject({ engine: "postgresql", format: 1, worlds: 2, blobs: 1 })
  await json("backup", { ...there, output: at("back.sqlite") })
  expect(await json("verify", { data: at("back.sqlite") })).toEqual(await json("verify", here))
  await sql("UPDATE moved.pages SET body = '[]' WHERE id = (SELECT root FROM moved.worlds WHERE name = 'fork')")
  expect(await data("verify", there)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^hexarium: world [^\n]*does not match its ID[^\n]*\n$/),
  })
})

test("the store finds a changed body of a change, also if the change has no checksum of its own", async () => {
  const there = { data: urlOf("summed") }
  await json("restore", there, at("backup.sqlite"))
  await sql("ALTER TABLE summed.changes DROP COLUMN sum")
  // Opening an older store adds the column `sum`. Older changes are accepted without a check sum.
  expect((await json("verify", there)).ok).toBe(true)
  const store = await openPostgres(there.data, "test", "alone")
  const [world] = await store.worlds()
  if (world === undefined) throw new Error("there is no world")
  const rows = await store.changesAfter(world.world, 0, 1000)
  expect(rows.length).toBeGreaterThan(0)
  const after = { ...rows[0], sequence: world.version + 1 } as (typeof rows)[number]
  for (const [n, jobs] of [[], [{ key: "a", isOwn: false, work: {} as never }]].entries())
    expect(await store.append(world.world, [{ ...after, sequence: after.sequence + n }], [], jobs)).toBe("done")
  await store.close()
  for (const n of [0, 1]) {
    const where = `world = ${world.world} AND sequence = ${after.sequence + n}`
    await sql(`UPDATE summed.changes SET body = (replace(body::text, '"patches"', '"Patches"'))::json WHERE ${where}`)
    expect(await data("verify", there)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`the store is damaged: the change ${after.sequence + n} of the world`),
    })
    await sql(`UPDATE summed.changes SET body = (replace(body::text, '"Patches"', '"patches"'))::json WHERE ${where}`)
  }
})

test("bytes of files that are not those of their key are refused when they are read", async () => {
  const there = { data: urlOf("bytes") }
  await json("restore", there, at("backup.sqlite"))
  await sql("UPDATE bytes.blobs SET bytes = 'other'")
  expect(await data("verify", there)).toMatchObject({
    code: 1,
    err: expect.stringContaining("does not match its digest"),
  })
  expect((await data("backup", { ...there, output: at("other.sqlite") })).code).toBe(1)
  const store = await openPostgres(there.data, "test", "alone")
  expect(await openMainWorld(store)).toMatchObject({
    message: expect.stringMatching(/content of file .* does not match its digest/),
  })
  await store.close()
})

test("compact drops the bytes that nobody names, and no others", async () => {
  const there = { data: urlOf("compacted") }
  await json("restore", there, at("backup.sqlite"))
  await sql("INSERT INTO compacted.blobs VALUES ('none', 1, 'text/plain', 'x', now())")
  expect(await json("compact", there)).toMatchObject({ blobs: 1 })
  expect((await json("info", there)).blobs).toBe(1)
  expect((await json("verify", there)).ok).toBe(true)
})

/** All rows of the database, and how many bytes were ever written to it. */
async function readAllRows() {
  const client = new Client({ connectionString: server.url })
  await client.connect()
  const { rows } = await client.query(
    `SELECT n.nspname AS schema, c.relname AS name, pg_relation_size(c.oid) AS bytes FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname !~ '^pg_|^information_schema$' ORDER BY 1, 2`,
  )
  await client.end()
  return rows
}

const BAD_CALLS: readonly (readonly [string, () => Promise<string> | string, RegExp])[] = [
  ["no store", () => urlOf("nothing"), /schema=nothing: no store found/],
  ["another program's store", () => urlOf("other"), /"other" belongs to another program.*\?schema=/],
  ["a future format", () => urlOf("future"), /format 77.*supports 1/],
  [
    "a server that does not answer",
    async () => `postgres://u:${SECRET}@127.0.0.1:${await freePort()}/d`,
    /can't be reached/,
  ],
  [
    "a database that is not there",
    () => urlOf("moved", (url) => Object.assign(url, { pathname: "/nowhere" })),
    /database does not exist/,
  ],
  [
    "a schema without rights",
    () => urlOf("future", (url) => Object.assign(url, { username: LIMITED_ROLE, password: SECRET })),
    /can neither use nor create the schema "future"/,
  ],
]

test.each(BAD_CALLS)("%s is one line and exit code 1, without the password", async (what, place, words) => {
  const url = await place()
  const before = await readAllRows()
  const { code, out, err } = await data("info", { data: url })
  expect({ code, out }).toEqual({ code: 1, out: "" })
  expect(err).toMatch(/^hexarium: [^\n]+\n$/)
  expect(err).toMatch(words)
  for (const secret of [new URL(url).password, decodeURIComponent(new URL(url).password)])
    if (secret !== "") expect(err).not.toContain(secret)
  // Only a server creates a missing store. It reports all other problems in the same way as the command.
  if (what !== "no store") {
    const started = openPostgres(url, "tests")
    await expect(started).rejects.toMatchObject({ name: "BadPlace", message: expect.stringMatching(words) })
  }
  expect(await readAllRows()).toEqual(before)
})

test("a user who may not make a schema gets a message, and a store that is not empty is not restored into", async () => {
  const limited = urlOf("fresh", (url) => Object.assign(url, { username: LIMITED_ROLE, password: SECRET }))
  const refused = await data("restore", { data: limited }, at("backup.sqlite"))
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/"fresh".*GRANT CREATE/) })
  await json("restore", { data: urlOf("full") }, at("backup.sqlite"))
  const again = await data("restore", { data: urlOf("full") }, at("backup.sqlite"))
  expect(again).toMatchObject({ code: 1, out: "", err: expect.stringMatching(/schema=full is not empty/) })
  expect(again.err).not.toContain(new URL(server.url).password || "@@")
  await sql("DO $$ BEGIN ASSERT NOT EXISTS (SELECT FROM pg_namespace WHERE nspname = 'nothing'); END $$")
})
