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
