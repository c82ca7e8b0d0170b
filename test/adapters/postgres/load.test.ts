import { afterAll, beforeAll, expect, test as unlessSkipped } from "vitest"
import { runLoad } from "./load.ts"
import { lacksPostgres, type PostgresServer, startPostgres } from "./server.ts"

/** `npm run crash:postgres` sets a higher number. */
const ANSWERS = Number(process.env.HEXARIUM_ANSWERS ?? 400)
const CRASHES = ANSWERS > 5000 ? 4 : 1
/** Concurrent commands are stored as one group. */
const CLIENTS = ANSWERS > 5000 ? 100 : 24

let server: PostgresServer

const isSkipped = lacksPostgres("own")
const test = unlessSkipped.skipIf(isSkipped)

beforeAll(async () => {
  if (isSkipped) return
  server = await startPostgres()
})

afterAll(async () => {
  await server?.dispose()
})

test(
  "the servers lose nothing acknowledged and do nothing twice while connections are cut, servers killed and the database crashed",
  async () => {
    const result = await runLoad(server, { seed: 1, replicas: 3, clients: CLIENTS, answers: ANSWERS, crashes: CRASHES })
    if (ANSWERS > 5000) process.stdout.write(`${JSON.stringify({ ...result, faults: undefined })}\n`)
    expect(result.faults).toEqual([])
    expect(result.answered).toBeGreaterThanOrEqual(ANSWERS)
    expect(result.cuts).toBeGreaterThan(0)
  },
  ANSWERS > 5000 ? 1_800_000 : 300_000,
)
