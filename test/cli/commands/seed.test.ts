import { afterAll, beforeAll, expect, test } from "vitest"
import { type RunningServer, startServer } from "../../../emulator/node/index.ts"
import { createWorld, type World } from "../../../src/world/index.ts"
import { DESK } from "../../control/desk.ts"
import { runCommand } from "../run-command.ts"

/** control.md section 1, "seed". */

let server: RunningServer
let world: World
beforeAll(async () => {
  world = await createWorld({ fixture: DESK })
  server = await startServer({ world, port: 0 })
})
afterAll(() => server.close())

const seed = (...args: string[]) => runCommand(["seed", "--url", server.url, ...args])

test("seed creates items in parts, as one call of the engine does", async () => {
  const twin = world.fork()
  await twin.seedItems({ datastore: "TICKETS", count: 1200, seed: 3, locale: "ja" })
  const { code, out, err } = await seed(
    "--datastore",
    "DESK/TICKETS",
    "--count",
    "1200",
    "--seed",
    "3",
    "--locale",
    "ja",
  )
  expect([code, err]).toEqual([0, ""])
  expect(out).toMatch(/^created 1200 items in DESK\/TICKETS(?:, and ran \d+ status actions)?\n$/)
  expect(world.hash()).toBe(twin.hash())
})

test("seed prints the counts as JSON", async () => {
  const { out } = await seed("--datastore", "TICKETS", "--count", "2", "--json")
  expect(JSON.parse(out)).toMatchObject({ created: 2, refused: 0, reason: null })
})

test.each([
  [["--count", "5"], "--datastore is missing; name the datastore, as in --datastore Orders"],
  [["--datastore", "TICKETS", "--count", "0"], "a whole number from 1 to 1000000"],
  [["--datastore", "TICKETS", "--count", "1000001"], "a whole number from 1 to 1000000; run the command again"],
  [["--datastore", "TICKTS"], 'the world has no datastore "TICKTS"; did you mean TICKETS?'],
  [["--datastore", "TICKETS", "--locale", "fr"], "one of en, ja"],
  [["--datastore", "TICKETS", "--user", "eve@acme.test"], "unknown user eve@acme.test"],
])("seed %j says what to do and changes nothing", async (args, text) => {
  const before = world.hash()
  const { code, out, err } = await seed(...args)
  expect([code === 0, out]).toEqual([false, ""])
  expect(err).toContain(text)
  expect(world.hash()).toBe(before)
})
