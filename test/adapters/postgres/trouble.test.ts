import { execFileSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { Client } from "pg"
import { afterAll, beforeAll, expect, test as unlessSkipped } from "vitest"
import { copyStore, verifyStore } from "../../../emulator/adapters/index.ts"
import { Unreachable } from "../../../emulator/adapters/persistence/postgres/connection.ts"
import { openPostgres } from "../../../emulator/adapters/persistence/postgres/open-postgres.ts"
import { readPostgresUrl } from "../../../emulator/adapters/persistence/postgres/place.ts"
import { PostgresStore } from "../../../emulator/adapters/persistence/postgres/postgres-store.ts"
import { openSqliteHere } from "../../../emulator/adapters/persistence/sqlite/sqlite-store.ts"
import type { StoreTrouble } from "../../../src/ports/index.ts"
import { VirtualTime } from "../../simulate/virtual-time.ts"
import { until } from "../../until.ts"
import { createTask, type Replica, replicaOn, searchTasks } from "../../worlds/replicas/replica.ts"
import { worldsOn } from "../../worlds/replicas/worlds-on.ts"
import { makeStore } from "../sqlite/data-command.ts"
import { startProxy } from "./proxy.ts"
import { lacksPostgres, type PostgresServer, servant, startPostgres } from "./server.ts"

const isSkipped = lacksPostgres("own")
const test = unlessSkipped.skipIf(isSkipped)

let server: PostgresServer
let folder = ""

beforeAll(async () => {
  if (isSkipped) return
  server = await startPostgres()
  folder = mkdtempSync(join(tmpdir(), "hexarium-"))
})
afterAll(async () => {
  if (isSkipped) return
  await server.dispose()
  rmSync(folder, { recursive: true })
})

const inSchema = (schema: string, port = server.port): string => {
  const url = new URL(server.url)
  url.port = String(port)
  url.searchParams.set("schema", schema)
  return url.href
}

async function sql(...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: server.url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

interface Disk {
  /** Frees some space. */
  free(): Promise<void>
  remove(): void
}

/** Puts a schema's log on its own small disk. Undefined if the user may not mount one. */
async function smallDisk(schema: string): Promise<Disk | undefined> {
  const disk = join(folder, "disk")
  mkdirSync(disk)
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", disk], { stdio: "ignore" })
  } catch {
    return undefined
  }
  const [ballast, space] = [join(disk, "ballast"), join(disk, "space")]
  writeFileSync(ballast, randomBytes(3_000_000))
  mkdirSync(space)
  const { uid, gid } = servant()
  if (uid !== undefined && gid !== undefined) chownSync(space, uid, gid)
  chmodSync(folder, 0o755)
  await sql(`CREATE TABLESPACE small LOCATION '${space}'`, `ALTER TABLE ${schema}.changes SET TABLESPACE small`)
  return {
    free: async () => rmSync(ballast),
    remove: () => void execFileSync("umount", ["-l", disk]),
  }
}

/** Makes the database return its error for a full disk. */
async function seeminglyFull(schema: string): Promise<Disk> {
  const refusal = "RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'"
  await sql(
    `CREATE FUNCTION ${schema}.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${refusal}; END $$`,
    `CREATE TRIGGER full_disk BEFORE INSERT ON ${schema}.changes EXECUTE FUNCTION ${schema}.refuse()`,
  )
  return { free: () => sql(`DROP TRIGGER full_disk ON ${schema}.changes`), remove: () => {} }
}

/** Advances virtual time by `ms` while a real database executes queries. */
async function passTime(timer: VirtualTime, ms: number): Promise<void> {
  await timer.run(timer.sleep(ms))
  await pause(50)
}

const health = async ({ app }: Pick<Replica, "app">) => (await app.request("http://127.0.0.1/_hexarium/health")).json()

test("a disk that is full: writes are refused, reads go on, and writes do again when there is space", async () => {
  const timer = new VirtualTime()
  const replica = await replicaOn(await openPostgres(inSchema("small"), "tests"), { ports: { timer } })
  expect(await health(replica)).toMatchObject({ status: "ok" })
  const disk = (await smallDisk("small")) ?? (await seeminglyFull("small"))
  try {
    let written = 0
    let answer = await createTask(replica, "first")
    for (; answer.status === 200 && written < 2000; written += 1)
      answer = await createTask(replica, randomBytes(1500).toString("base64"))
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([500, null])
    expect(answer.body.error_code ?? answer.body.errors?.[0]?.error_code).toBe("SYSTEM_ERROR")
    expect((await searchTasks(replica)).body.totalItems).toBe(written)
    const reason = expect.stringMatching(/the database server's disk is full/)
    expect(await health(replica)).toMatchObject({ status: "degraded", reason })
    await passTime(timer, 20_000)
    expect(await health(replica)).toMatchObject({ status: "degraded", reason })
    await disk.free()
    // Without any write, the server checks the store by itself.
    await until(async () => {
      await passTime(timer, 10_000)
      expect(await health(replica)).toMatchObject({ status: "ok" })
    })
    expect((await createTask(replica, "later")).status).toBe(200)
    expect((await searchTasks(replica)).body.totalItems).toBe(written + 1)
    const hash = replica.world.hash()
    await replica.close()
    const again = await replicaOn(await openPostgres(inSchema("small"), "tests"))
    expect(again.world.hash()).toBe(hash)
    await again.close()
  } finally {
    await sql("DROP SCHEMA small CASCADE", "DROP TABLESPACE IF EXISTS small")
    disk.remove()
  }
})

test("a database that was stopped and started: whoever only asks whether it is ready learns that it is", async () => {
  const timer = new VirtualTime()
  const replica = await replicaOn(await openPostgres(inSchema("stopped"), "tests"), { ports: { timer } })
  const ready = async () => (await replica.app.request("http://127.0.0.1/_hexarium/ready")).status
  expect([(await createTask(replica, "before")).status, await ready()]).toEqual([200, 200])
  await server.stop("immediate")
  const refused = await createTask(replica, "meanwhile")
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"])
  await passTime(timer, 20_000)
  expect(await ready()).toBe(503)
  await server.start()
  await until(async () => {
    await passTime(timer, 10_000)
    expect(await ready()).toBe(200)
  })
  expect((await searchTasks(replica)).body.totalItems).toBe(1)
  await replica.close()
})

test("a database that stops under load: whoever writes is answered, or cut, before it starts again", async () => {
  const open = async () => worldsOn(await openPostgres(inSchema("loaded"), "tests"), { reads: "local" })
  // The servers open one after the other. Otherwise, both would create the world main.
  const servers = [await open(), await open()]
  let isStopped = false
  const answers = new Map<string, number>()
  const asking = servers.flatMap(({ ask }, at) =>
    Array.from({ length: 8 }, async (_, client) => {
      const name = `w${at}-${client}`
      for (let turn = 0; !isStopped; turn += 1) {
        const [method, path] = [
          ["POST", "/worlds"],
          ["POST", `/worlds/${name}/reset`],
          ["PUT", `/worlds/${name}/snapshots/s`],
          ["DELETE", `/worlds/${name}`],
        ][turn % 4] as [string, string]
        const status = await ask(method, path, path === "/worlds" ? { name } : undefined).catch(() => "cut")
        answers.set(String(status), (answers.get(String(status)) ?? 0) + 1)
      }
    }),
  )
  await until(() => expect(answers.get("201")).toBeGreaterThan(20))
  await server.stop("immediate")
  isStopped = true
  await Promise.all(asking)
  const known = ["200", "201", "404", "409", "503", "cut"]
  expect([...answers.keys()].filter((status) => !known.includes(status))).toEqual([])
  for (const each of servers) expect(await health(each)).toMatchObject({ status: "degraded" })
  await server.start()
  for (const { worlds, store } of servers) {
    worlds.close()
    await store.close()
  }
})

test("a restore whose connection is lost leaves nothing, and may be done again", async () => {
  const file = join(folder, "source.sqlite")
  await makeStore(file)
  const source = openSqliteHere({ file, madeBy: "tests", use: "beside" })
  const proxy = await startProxy(server.port)
  const target = await openPostgres(inSchema("restored", proxy.port), "tests")
  let copied = 0
  const cut = target.atOnce((whole) =>
    copyStore(source, whole, () => {
      copied += 1
      if (copied === 3) proxy.cut()
    }),
  )
  await expect(cut).rejects.toMatchObject({ name: "StoreTrouble", kind: "gone" })
  expect(await target.worlds()).toEqual([])
  expect(await target.sizes()).toMatchObject({ changes: 0, pages: 0, blobs: 0 })
  await target.atOnce((whole) => copyStore(source, whole))
  const { worlds, problems } = await verifyStore(target)
  expect([worlds, problems]).toEqual([(await verifyStore(source)).worlds, []])
  await target.close()
  await source.close()
  await proxy.close()
})

test("a database that became read-only: writes are refused, the server ends at once, and another writes later", async () => {
  const replica = await replicaOn(await openPostgres(inSchema("readonly"), "tests"))
  expect((await createTask(replica, "before")).status).toBe(200)
  await sql("ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()")
  try {
    await until(async () => {
      const refused = await createTask(replica, "meanwhile")
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"])
    })
    expect(await health(replica)).toMatchObject({ status: "degraded", reason: expect.stringMatching(/read-only/) })
    const { totalItems } = (await searchTasks(replica)).body
    await replica.close()
    await sql("ALTER SYSTEM RESET default_transaction_read_only", "SELECT pg_reload_conf()")
    const again = await replicaOn(await openPostgres(inSchema("readonly"), "tests"))
    expect((await searchTasks(again)).body.totalItems).toBe(totalItems)
    await until(async () => expect((await createTask(again, "after")).status).toBe(200))
    await again.close()
  } finally {
    await sql("ALTER SYSTEM RESET default_transaction_read_only", "SELECT pg_reload_conf()")
  }
})

test("retries of a commit whose outcome is unknown end when the server ends", async () => {
  const lost = () => Promise.reject(new Unreachable(new Error("the connection was lost"), false))
  const connection = { query: lost, run: lost, transaction: lost, close: async () => {} }
  const store = new PostgresStore(readPostgresUrl(inSchema("lost")), connection)
  const row = { sequence: 1, at: "2026-01-05T09:00:00.000Z", actor: null, operation: "Test", body: "{}" } as const
  const append = store.append(1, [row], []).then(
    () => "stored",
    (error: StoreTrouble) => error.isUncertain,
  )
  expect(await Promise.race([append, pause(100)])).toBeUndefined()
  store.stopRetrying()
  expect(await append).toBe(true)
  await store.close()
})

test("a database that was put back in time: its servers show and continue what it contains", async () => {
  const one = await replicaOn(await openPostgres(inSchema("dumped"), "tests"))
  const two = await replicaOn(await openPostgres(inSchema("dumped"), "tests"))
  expect((await createTask(one, "kept")).status).toBe(200)
  await two.world.catchUp()
  const { version } = one.world
  for (const replica of [one, two]) expect((await createTask(replica, "lost")).status).toBe(200)
  await sql(
    `DELETE FROM dumped.changes WHERE sequence > ${version}`,
    `UPDATE dumped.worlds SET version = ${version} WHERE name = 'main'`,
  )
  expect((await searchTasks(one)).body.totalItems).toBe(1)
  // The second server notices without a request.
  await until(async () => expect(two.world.version).toBe(version))
  expect((await createTask(two, "later")).status).toBe(200)
  for (const replica of [one, two]) expect((await searchTasks(replica)).body.totalItems).toBe(2)
  expect(one.world.hash()).toBe(two.world.hash())
  await one.close()
  await two.close()
})

test("a database that was put back in time and regained its version is noticed by a server that only listens", async () => {
  const url = inSchema("put_back")
  const replica = await replicaOn(await openPostgres(url, "tests"))
  for (const text of ["a", "lost"]) expect((await createTask(replica, text)).status).toBe(200)
  const { version } = replica.world
  await sql(
    `DELETE FROM "put_back".changes WHERE sequence = ${version}`,
    `UPDATE "put_back".worlds SET version = ${version - 1}`,
  )
  const other = await replicaOn(await openPostgres(url, "tests"))
  expect((await createTask(other, "b")).status).toBe(200)
  expect(other.world.version).toBe(version)
  await until(async () => expect(replica.world.hash()).toBe(other.world.hash()))
  // The same, but this server writes before it looks.
  await sql(
    `DELETE FROM "put_back".changes WHERE sequence = ${version}`,
    `UPDATE "put_back".worlds SET version = ${version - 1}`,
  )
  const third = await replicaOn(await openPostgres(url, "tests"))
  expect((await createTask(third, "c")).status).toBe(200)
  expect((await createTask(replica, "d")).status).toBe(200)
  for (const each of [replica, other, third]) {
    const { items } = (await searchTasks(each)).body
    expect(items.map(({ Text }: { readonly Text: string }) => Text).sort()).toEqual(["a", "c", "d"])
    await each.close()
  }
})
