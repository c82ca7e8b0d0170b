import { afterAll, beforeAll, expect, test as unlessSkipped } from "vitest"
import { BadPlace } from "../../../emulator/adapters/index.ts"
import { SqlConnection, Unreachable } from "../../../emulator/adapters/persistence/postgres/connection.ts"
import { quoteName, readPostgresUrl } from "../../../emulator/adapters/persistence/postgres/place.ts"
import { whyUnusable } from "../../../emulator/adapters/persistence/postgres/why-unusable.ts"
import { type CuttingProxy, startProxy } from "./proxy.ts"
import { freePort, lacksPostgres, PASSWORD, type PostgresServer, startPostgres } from "./server.ts"

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

/** Returns the server's URL after `change`. */
const urlWith = (change: (url: URL) => void): string => {
  const url = new URL(server.url)
  change(url)
  return url.href
}

const ONE_PARAMETER_QUERY = { name: "one", text: "SELECT $1::int AS n" }

test("a URL says database, schema and how often to look; its password is not shown", () => {
  const place = readPostgresUrl(
    "postgres://ann:s%40crt@db.example:5433/fake?schema=team%20a&poll_ms=50&sslmode=verify-full",
  )
  expect(place).toEqual({
    url: "postgres://ann:s%40crt@db.example:5433/fake?sslmode=verify-full",
    schema: "team a",
    pollMs: 50,
    shown: "postgres://ann@db.example:5433/fake?schema=team%20a",
  })
  expect(readPostgresUrl("postgresql://h/d").schema).toBe("hexarium")
  expect(quoteName('a"b')).toBe('"a""b"')
})

test.each([
  ["postgres://u:pass word@:x/d", "escaped"],
  ["postgres://h/d?schema=", "schema"],
  ["postgres://h/d?schema=pg_mine", "PostgreSQL itself"],
  [`postgres://h/d?schema=${"x".repeat(64)}`, "63 bytes"],
  ["postgres://h/d?poll_ms=0", "poll_ms"],
  ["postgres://h/d?pgbouncer=true", "without effect"],
  ["postgres://h/d?sslmode=require&Schema=x", "without effect"],
  ["postgres://h/d#x", "%23"],
  ["postgres://u:1#s3cret@h/d", "%23"],
  ["postgres://u:1?s3cret@h/d", "%3F"],
  ["postgres://h/d?poll_ms=1e3", "poll_ms"],
])("%s can't be used", (url, words) => {
  expect(() => readPostgresUrl(url)).toThrow(BadPlace)
  expect(() => readPostgresUrl(url)).toThrow(words)
})

test("a cut connection is made again; only commands that were sent have an uncertain result", async () => {
  const connection = new SqlConnection(
    readPostgresUrl(urlWith((url) => Object.assign(url, { port: String(proxy.port) }))),
  )
  expect((await connection.query(ONE_PARAMETER_QUERY, [1])).rows).toEqual([{ n: 1 }])
  const waiting = connection.run("SELECT pg_sleep(10)")
  setTimeout(() => proxy.cut(), 20)
  await expect(waiting).rejects.toMatchObject({ name: "Unreachable", isCertain: false })
  expect((await connection.query(ONE_PARAMETER_QUERY, [2])).rows).toEqual([{ n: 2 }])
  proxy.part()
  proxy.cut()
  await expect(connection.query(ONE_PARAMETER_QUERY, [3])).rejects.toBeInstanceOf(Unreachable)
  await expect(connection.query(ONE_PARAMETER_QUERY, [3])).rejects.toMatchObject({ isCertain: true })
  proxy.mend()
  expect((await connection.query(ONE_PARAMETER_QUERY, [4])).rows).toEqual([{ n: 4 }])
  await connection.close()
})

test("a statement that the server refuses is refused, and the connection stays", async () => {
  const connection = new SqlConnection(readPostgresUrl(server.url))
  await expect(connection.run("SELECT * FROM nothing")).rejects.toMatchObject({ code: "42P01" })
  expect((await connection.query(ONE_PARAMETER_QUERY, [5])).rows).toEqual([{ n: 5 }])
  await connection.close()
})

test("the connection gives up a response that does not come, and closes", async () => {
  const connection = new SqlConnection(readPostgresUrl(server.url), {}, 50)
  await connection.connect()
  await expect(connection.run("SELECT pg_sleep(5)")).rejects.toMatchObject({
    name: "Unreachable",
    isCertain: false,
  })
  expect((await connection.query(ONE_PARAMETER_QUERY, [6])).rows).toEqual([{ n: 6 }])
  await connection.close()
})

test("the connection reports in one line why a database can't be used, with the way out and without the password", async () => {
  const why = async (url: string, sql = "SELECT 1"): Promise<string> => {
    const place = readPostgresUrl(url)
    const connection = new SqlConnection(place)
    const error = await connection.run(sql).catch((cause: unknown) => cause)
    await connection.close()
    return whyUnusable(error, place) ?? "no reason"
  }
  const said = [
    await why(urlWith((url) => Object.assign(url, { password: "wrong" }))),
    await why(urlWith((url) => Object.assign(url, { username: "nobody here" }))),
    await why(urlWith((url) => Object.assign(url, { pathname: "/nowhere" }))),
    await why(`postgres://u:p@127.0.0.1:${await freePort()}/d`),
  ]
  expect(said[0]).toMatch(/refuses the user "hexarium" or their password/)
  expect(said[1]).toMatch(/refuses the user "nobody here"/)
  expect(said[2]).toMatch(/database does not exist/)
  expect(said[3]).toMatch(/can't be reached/)
  for (const line of said) {
    expect(line).not.toContain("\n")
    for (const form of [PASSWORD, encodeURIComponent(PASSWORD), "wrong"]) expect(line).not.toContain(form)
  }
})
