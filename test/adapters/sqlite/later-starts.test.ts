import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { sqlitePersistence } from "../../../emulator/adapters/persistence/index.ts"
import { openStoredWorlds } from "../../../emulator/cli/data/open-stored-worlds.ts"
import { defaultPorts } from "../../../src/ports/index.ts"
import { createEngineWorld } from "../../../src/world/index.ts"
import { tickerFixture } from "../../automation/clock/ticker.ts"
import { user } from "../../state/records.ts"
import { until } from "../../until.ts"
import { CREATE, NOTES } from "./notes.ts"
import { run, type StoredServer, serve, serveWith } from "./stored-server.ts"

const DOC = readFileSync(join(import.meta.dirname, "../../../docs/persistence.md"), "utf8")

let folder = ""
let server: StoredServer | undefined
const at = (name: string) => join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hexarium-"))
  writeFileSync(at("world.yaml"), NOTES)
})
afterAll(async () => {
  await server?.stop("SIGKILL")
  rmSync(folder, { recursive: true })
})

const version = async (one: StoredServer) => (await one.ask("GET", "/worlds/main")).version

test("the starts of docs/persistence.md keep what is written, in a folder and in a file", async () => {
  const starts = [...DOC.matchAll(/^hexarium start (.*?) *(?:#.*)?$/gm)].map(([, words = ""]) => words.split(/ +/))
  const files = starts.filter((words) => !words.some((word) => word.startsWith("postgres")))
  expect([starts.length, files.length]).toEqual([3, 2])
  for (const words of files) {
    for (const before of [0, 1]) {
      server = await serve(folder, ...words)
      expect(await version(server)).toBe(before)
      await server.api(CREATE, { item: { Text: "x" } })
      await server.stop("SIGKILL")
    }
  }
})

test("HEXARIUM_DATA says the same as --data, and a place that can't be written is named", async () => {
  const env = { HEXARIUM_DATA: "by-env.db" }
  server = await serveWith(env, folder, ["world.yaml"])
  await server.api(CREATE, { item: { Text: "x" } })
  await server.stop()
  server = await serve(folder, "--data", "by-env.db")
  expect(await version(server)).toBe(1)
  await server.stop()
  writeFileSync(at("a-file"), "text")
  const { code, out, err } = await run(folder, "start", "world.yaml", "--data", "a-file/worlds")
  expect({ code, out }).toEqual({ code: 1, out: "" })
  expect(err).toMatch(/^hexarium: [^\n]*\/a-file\/[^\n]+; choose a place this user may [^\n]+\n$/)
  expect(readFileSync(at("a-file"), "utf8")).toBe("text")
})

test("--watch loads a changed fixture into a world that is kept", async () => {
  writeFileSync(at("watched.yaml"), NOTES)
  server = await serve(folder, "watched.yaml", "--data", "watched", "--watch")
  await server.api(CREATE, { item: { Text: "x" } })
  writeFileSync(at("watched.yaml"), NOTES.replace("name: Notes", "name: Memos"))
  await until(async () => expect(server && (await version(server))).toBe(3))
  const { hash, items } = await server.ask("GET", "/worlds/main")
  await server.stop("SIGKILL")
  server = await serve(folder, "watched.yaml", "--data", "watched")
  expect(await server.ask("GET", "/worlds/main")).toMatchObject({ hash, version: 3, items: 1 })
  expect(items).toBe(1)
  expect(await server.ask("POST", "/worlds/main/reset", {})).toMatchObject({ items: 0 })
  await server.stop()
})

test("a ticking clock goes on while no server runs, and what fell due runs at the next start, each at its instant", async () => {
  let ms = Date.parse("2026-01-05T09:00:00.000Z")
  const ports = { ...defaultPorts(), wallClock: { now: () => ms } }
  const begin = () =>
    openStoredWorlds(at("ticking.sqlite"), {
      make: async () => ({
        world: await createEngineWorld({ fixture: tickerFixture(), clock: { mode: "ticking" }, ports }),
        files: new Set<string>(),
        madeOf: "{}",
        users: undefined,
      }),
      fixtures: [],
      flags: {},
      ports,
    })
  const first = await begin()
  const { world } = first.worlds.main
  expect(world.version).toBe(0)
  const due = world.clock.nextDueAt() ?? ""
  await first.close()
  ms += 3 * 3_600_000 + 60_000
  const second = await begin()
  const { world: later } = second.worlds.main
  expect(later.now).toBe("2026-01-05T12:01:00.000Z")
  const runs = later
    .view()
    .table("histories")
    .toArray()
    .filter(({ comment }) => comment === "as every hour")
  expect(runs.map(({ createdAt }) => createdAt)).toEqual(
    [0, 1, 2].map((hours) => new Date(Date.parse(due) + hours * 3_600_000).toISOString()),
  )
  await second.close()
})

test("a world of a process of one's own goes on where it ended, and each name is a world of its own", async () => {
  const file = at("deep/own.sqlite")
  const open = async (world?: string) =>
    createEngineWorld({ persistence: await sqlitePersistence({ file, ...(world === undefined ? {} : { world }) }) })
  const one = await open()
  await one.commit("Add", null, (tx) => tx.put("users", user("u1")))
  const hash = one.hash()
  await expect(sqlitePersistence({ file })).rejects.toMatchObject({ name: "BadPlace", message: /in use/ })
  await one.close()
  const other = await open("other")
  expect([other.version, other.view().table("users").size]).toEqual([0, 0])
  await other.close()
  const again = await open()
  expect([again.version, again.hash()]).toEqual([1, hash])
  await again.close()
})
