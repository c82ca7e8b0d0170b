import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { afterAll, beforeAll, expect, test as unlessSkipped } from "vitest"
import { postgresPersistence } from "../../../emulator/adapters/persistence/index.ts"
import { createEngineWorld } from "../../../src/world/index.ts"
import { user } from "../../state/records.ts"
import type { Answered } from "../../worlds/replicas/replica.ts"
import { KILLS, killInLoad } from "../sqlite/killed-in-load.ts"
import { NOTES } from "../sqlite/notes.ts"
import { freePort, lacksPostgres, PASSWORD, type PostgresServer, startPostgres } from "./server.ts"

const CLI = new URL("../../../dist/cli.js", import.meta.url).pathname
let postgres: PostgresServer
const children: ChildProcess[] = []

const isSkipped = lacksPostgres("own")
const test = unlessSkipped.skipIf(isSkipped)

beforeAll(async () => {
  if (isSkipped) return
  postgres = await startPostgres()
})

afterAll(async () => {
  for (const child of children) child.kill("SIGKILL")
  await postgres?.dispose()
})

function run(...args: readonly string[]) {
  const child = spawn(process.execPath, [CLI, "start", "--port", "0", "--log", "json", ...args])
  children.push(child)
  let [out, err] = ["", ""]
  child.stdout.on("data", (chunk) => {
    out += chunk
  })
  child.stderr.on("data", (chunk) => {
    err += chunk
  })
  return { child, said: () => out + err, err: () => err }
}

async function startServer(data: string) {
  const running = run("--data", data)
  const [line] = await once(createInterface({ input: running.child.stdout }), "line")
  return { ...running, url: String(JSON.parse(String(line)).url) }
}

const json = async (url: string, init?: RequestInit): Promise<Answered["body"]> =>
  (await fetch(url, { ...init, headers: { "x-hexarium": "1", "content-type": "application/json" } })).json()

test("two servers on one database share their worlds, and a third goes on with them", async () => {
  const [one, two] = [await startServer(postgres.url), await startServer(postgres.url)]
  await json(`${one.url}/_hexarium/worlds`, { method: "POST", body: '{"name":"twin"}' })
  const { worlds } = await json(`${two.url}/_hexarium/worlds`)
  expect(worlds.map(({ name }: { readonly name: string }) => name)).toEqual(["main", "twin"])
  // Every user who can list processes sees the command lines.
  if (process.platform === "linux") expect(readFileSync(`/proc/${one.child.pid}/cmdline`, "utf8")).not.toMatch(/:\/\//)
  const { replicas } = await json(`${two.url}/_hexarium/replicas`)
  expect(replicas).toMatchObject([{ self: true }, { self: false, leads: expect.arrayContaining(["main"]) }])
  one.child.kill("SIGKILL")
  two.child.kill("SIGTERM")
  await once(two.child, "exit")
  const three = await startServer(postgres.url)
  expect((await json(`${three.url}/_hexarium/worlds`)).worlds).toHaveLength(2)
  for (const { said } of [one, two, three]) {
    for (const form of [PASSWORD, encodeURIComponent(PASSWORD)]) expect(said()).not.toContain(form)
  }
})

test(
  "a server that is killed in the middle of a load has stored every answered write, each once",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "hexarium-"))
    writeFileSync(join(folder, "world.yaml"), NOTES)
    const url = new URL(postgres.url)
    url.search = "?schema=killed"
    const last = await killInLoad(folder, url.href, KILLS, 100)
    await last.stop("SIGKILL")
    rmSync(folder, { recursive: true })
  },
  30_000 * KILLS,
)

const docs = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), "utf8")

test.each(["persistence.md", "scaling.md"])("the start with a database in docs/%s runs", async (name) => {
  const [, written = ""] = /^hexarium start .*--data '?(postgres:[^\s']+)/m.exec(docs(name)) ?? []
  const url = new URL(postgres.url)
  url.search = new URL(written).search
  expect(url.search).toMatch(/schema=/)
  const one = await startServer(url.href)
  expect(await json(`${one.url}/_hexarium/health`)).toMatchObject({ status: "ok", worlds: 1 })
  one.child.kill("SIGKILL")
})

test("a world of a process of one's own is kept in a database, which others use, too", async () => {
  const open = async () =>
    createEngineWorld({ persistence: await postgresPersistence({ url: postgres.url, world: "own" }) })
  const [one, two] = [await open(), await open()]
  await one.commit("Add", null, (tx) => tx.put("users", user("u1")))
  await two.commit("Add", null, (tx) => tx.put("users", user("u2")))
  await one.catchUp()
  expect([one.version, one.hash()]).toEqual([2, two.hash()])
  await Promise.all([one.close(), two.close()])
  const again = await open()
  expect(again.view().table("users").size).toBe(2)
  await again.close()
  const wrong = postgresPersistence({ url: Object.assign(new URL(postgres.url), { password: "wrong-one" }).href })
  await expect(wrong).rejects.toMatchObject({ name: "BadPlace", message: expect.not.stringContaining("wrong-one") })
})

test.each([
  [
    "a wrong password",
    (url: URL) => Object.assign(url, { password: "wrong-one" }),
    /refuses the user "hexarium" or their password/,
  ],
  [
    "a database that is not there",
    (url: URL) => Object.assign(url, { pathname: "/nowhere" }),
    /database does not exist/,
  ],
])("%s is one line, and exit code 1", async (_, change, words) => {
  const { child, err } = run("--data", change(new URL(postgres.url)).href)
  const [code] = await once(child, "exit")
  expect(code).toBe(1)
  expect(err()).toMatch(words)
  expect(err().trimEnd()).not.toContain("\n")
  expect(err()).not.toContain("wrong-one")
})

test("a missing server causes one line, and exit code 1", async () => {
  const { child, err } = run("--data", `postgres://u:secret-word@127.0.0.1:${await freePort()}/d`)
  const [code] = await once(child, "exit")
  expect([code, err().trimEnd().split("\n").length]).toEqual([1, 1])
  expect(err()).toMatch(/can't be reached/)
  expect(err()).not.toContain("secret-word")
})
