import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { type RunningServer, startServer } from "../../emulator/node/index.ts"
import { createEngineWorld, type EngineWorld } from "../../src/world/index.ts"
import { runCommand } from "../cli/run-command.ts"
import { DESK } from "../control/desk.ts"

/** Tests the commands of versions (insight.md section 1). */

const TICKETS = { application: "DESK", datastore: "TICKETS" }

let world: EngineWorld
let server: RunningServer

beforeAll(async () => {
  world = await createEngineWorld({ fixture: DESK })
  server = await startServer({ world, port: 0 })
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const Subject of ["First", "Second"])
    await world.as("ada@acme.test").createItem({ ...TICKETS, item: { Subject } })
})

const hexarium = (...argv: string[]) => runCommand([...argv, "--url", server.url])

describe("rewind", () => {
  test.each([[["-2"]], [["--", "-2"]], [["-2", "--json"]]])("takes the number of changes in %j", async (argv) => {
    const [before, { version }] = [world.at(-2).hash(), world]
    const { code, err } = await runCommand(["rewind", "--url", server.url, ...argv])
    expect([code, err]).toEqual([0, ""])
    expect([world.hash(), world.version]).toEqual([before, version + 1])
  })

  test.each([["-99999"], ["-0"], ["-2.5"], ["-x"]])("refuses %s and changes nothing", async (name) => {
    const hash = world.hash()
    const { code, err } = await hexarium("rewind", name)
    expect(code).toBeGreaterThan(0)
    expect(err.trimEnd().split("\n")).toHaveLength(1)
    expect(world.hash()).toBe(hash)
  })
})

test("versions lists the newest changes that match its filters", async () => {
  const { code, out, err } = await hexarium("versions", "--limit", "1", "--operation", "CreateItem")
  expect([code, err]).toEqual([0, ""])
  const [head = "", line = "", ...others] = out.trimEnd().split("\n")
  expect(head.split(/ +/)).toEqual(["version", "time", "operation", "user", "request", "effects"])
  expect(line).toMatch(
    new RegExp(`^${world.version} +\\S+ +CreateItem +ada@acme.test +auto number .*; item \\S+ created in Tickets$`),
  )
  expect(others).toEqual([])
})

test("export --at writes the world as it was", async () => {
  const before = (await hexarium("export")).out
  await world.as("ada@acme.test").createItem({ ...TICKETS, item: { Subject: "Third" } })
  expect((await hexarium("export", "--at", "-1")).out).toBe(before)
  expect((await hexarium("export")).out).toContain("Third")
})

describe("why", () => {
  test("explains a logged request with its ways, and a question about a user and an item", async () => {
    const { itemId } = await world.as("ada@acme.test").createItem({ ...TICKETS, item: { Subject: "Fifth" } })
    const path = `${server.url}/api/v0/applications/DESK/datastores/TICKETS/items/edit/${itemId}`
    const headers = { authorization: "Bearer ada-fixed-token-1", "content-type": "application/json" }
    const sent = await fetch(path, { method: "POST", headers, body: '{"rev_no":77,"item":{}}' })
    expect(sent.status).toBe(409)
    const { out } = await hexarium("why", "1")
    expect(out).toMatch(/^refused\n(?:✓ .*\n)+✗ conflict .*\(model\.md section 7\)\nway 1: .* → 200\n/)
    for (const wanted of [[], ["--want", "delete"], ["--want", "execute", "--action", "Start"]]) {
      const question = await hexarium("why", "--user", "bob@acme.test", "--item", itemId, ...wanted)
      expect(question.out).toMatch(/^ok\n(?:✓ .*\n)+$/)
    }
  })

  test.each([[[]], [["--user", "bob@acme.test"]], [["1", "--want", "see"]]])("refuses %j", async (argv) => {
    const { code, err } = await hexarium("why", ...argv)
    expect([code > 0, err.trimEnd().split("\n").length]).toEqual([true, 1])
  })
})

test.each(["1.5", "-1", "many"])("start refuses --history-size %s, which counts whole MiB", async (size) => {
  const { code, err } = await runCommand(["start", "--history-size", size])
  expect([code > 0, err]).toEqual([true, expect.stringContaining("--history-size")])
})

describe("differences", () => {
  test("lists the records that differ between two versions", async () => {
    const { version } = world
    const addedItems = async (...argv: string[]) => {
      const { code, out, err } = await hexarium("differences", ...argv)
      expect([code, err]).toEqual([0, ""])
      expect(out).toMatch(/^change +kind +record +changes\n/)
      return [...out.matchAll(/^added +items +(\S+) +item \1 created in Tickets$/gm)].map(([, name]) => name)
    }
    const both = await addedItems("--from", "-2", "--table", "items")
    expect(both).toHaveLength(2)
    expect(await addedItems("--from", String(version - 1), "--to", String(version))).toEqual(both.slice(1))
    expect(await addedItems("--to", "-1")).toEqual(both.slice(0, 1))
  })

  test("lists the records that differ from a snapshot and from another world", async () => {
    await hexarium("world", "snapshot", "before")
    await hexarium("world", "fork", "twin")
    await world.as("ada@acme.test").createItem({ ...TICKETS, item: { Subject: "Third" } })
    for (const wanted of [
      ["--snapshot", "before"],
      ["--with", "twin"],
    ]) {
      const { differences } = JSON.parse((await hexarium("differences", ...wanted, "--json", "--table", "items")).out)
      expect(differences).toMatchObject([{ what: "added", after: { values: { Subject: "Third" } } }])
    }
  })

  test.each([
    [["--from", "999999"], /no version .999999.; it keeps the versions \d+ to \d+/],
    [["--from", "1", "--with", "main"], /from and to, or with and snapshot/],
    [["--from", ""], /--from/],
  ])("refuses %j with the reason", async (argv, reason) => {
    const { code, err } = await hexarium("differences", ...argv)
    expect([code > 0, err]).toEqual([true, expect.stringMatching(reason)])
  })
})
