import { afterAll, beforeAll, expect, test as unlessSkipped } from "vitest"
import { openPostgres } from "../../../emulator/adapters/persistence/postgres/open-postgres.ts"
import { HOURLY_ACTION, START, tickerFixture } from "../../automation/clock/ticker.ts"
import { type Replica, replicaOn } from "../../worlds/replicas/replica.ts"
import { anyPostgres, lacksPostgres, type PostgresServer } from "./server.ts"

const isSkipped = lacksPostgres("any")
const test = unlessSkipped.skipIf(isSkipped)
const HOUR_MS = 3_600_000
const CLOCK = "/_hexarium/worlds/main/clock"

let server: Pick<PostgresServer, "url" | "dispose">
beforeAll(async () => {
  if (!isSkipped) server = await anyPostgres()
})
afterAll(async () => {
  if (!isSkipped) await server.dispose()
})

const advance = (replica: Replica) => replica.ask("POST", CLOCK, { advance: "1h" }, { "x-hexarium": "1" })

test("`advance 1h` on three servers at once adds up, and each due event happens once (control.md section 3, moving-the-clock)", async () => {
  // An open task is updated every ten minutes.
  const fixture = {
    ...tickerFixture([{ ...HOURLY_ACTION, action_schedule: { time_type: "min" as const, time_value: "10" } }]),
    clock: { mode: "frozen" as const, now: START },
  }
  const open = async () => replicaOn(await openPostgres(server.url, "tests"), { fixture })
  const servers = [await open()]
  while (servers.length < 3) servers.push(await open())
  let hours = 0
  const fired: string[] = []
  for (let round = 0; round < 5; round += 1) {
    // In later rounds, each server sends several calls at the same time.
    const asked = round < 2 ? servers : [...servers, ...servers]
    const answers = await Promise.all(asked.map(advance))
    hours += asked.length
    expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 200))
    for (const { body } of answers) for (const { at } of body.fired) fired.push(at)
    for (const one of servers) {
      const { body } = await one.ask("GET", CLOCK)
      expect([round, body]).toEqual([round, { now: instantAfter(hours * HOUR_MS), mode: "frozen" }])
    }
  }
  const last = await open()
  expect(last.world.now).toBe(instantAfter(hours * HOUR_MS))
  expect(fired.sort()).toEqual(Array.from({ length: hours * 6 }, (_, at) => instantAfter((at + 1) * 600_000)))
  expect(last.world.view().table("histories").size).toBe(hours * 6)
  for (const replica of [...servers, last]) await replica.close()
})

const instantAfter = (ms: number): string => new Date(Date.parse(START) + ms).toISOString()
