import { Client } from "pg"
import { afterAll, beforeAll, expect, test as unlessSkipped } from "vitest"
import { type CuttingProxy, startProxy } from "./proxy.ts"
import { lacksPostgres, type PostgresServer, startPostgres } from "./server.ts"

let server: PostgresServer
let proxy: CuttingProxy

const isSkipped = lacksPostgres("own")
const test = unlessSkipped.skipIf(isSkipped)

beforeAll(async () => {
  if (isSkipped) return
  server = await startPostgres()
  proxy = await startProxy(server.port)
})

afterAll(async () => {
  await proxy?.close()
  await server?.dispose()
})

test("a server of the tests' own keeps what was committed over a crash", async () => {
  const client = new Client({ connectionString: server.url })
  client.on("error", () => {})
  await client.connect()
  await client.query("CREATE TABLE kept (n int)")
  await client.query("INSERT INTO kept VALUES (1)")
  await server.stop("immediate")
  await server.start()
  const again = new Client({ connectionString: server.url })
  await again.connect()
  expect((await again.query("SELECT n FROM kept")).rows).toEqual([{ n: 1 }])
  await again.end()
})

test("the proxy cuts connections", async () => {
  const url = new URL(server.url)
  url.port = String(proxy.port)
  const client = new Client({ connectionString: url.href })
  client.on("error", () => {})
  await client.connect()
  expect((await client.query("SELECT 1 AS n")).rows).toEqual([{ n: 1 }])
  const waiting = client.query("SELECT pg_sleep(10)")
  setTimeout(() => proxy.cut(), 50)
  await expect(waiting).rejects.toBeInstanceOf(Error)
})
