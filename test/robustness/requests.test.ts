import { expect, test } from "vitest"
import { type OperationName, rows } from "../../emulator/api/index.ts"
import { type App, createApp } from "../../emulator/index.ts"
import type { World } from "../../src/world/index.ts"
import { drift } from "../conformance.ts"
import { type Attempt, makeAttempt, toRequest } from "./make-request.ts"
import { poolsOf, scopesOf } from "./pools.ts"
import { Random } from "./random.ts"
import { Sampler } from "./sample.ts"
import { robustnessWorld } from "./world.ts"

/** Number of requests. `HEXARIUM_FUZZ_RUNS` overrides this number. */
const REQUESTS = Number(process.env.HEXARIUM_FUZZ_RUNS ?? 8000)
const SEED = 3
/** Number of requests after which the test starts with a fresh world, because the world runs empty. */
const ROUND = 100
/**
 * Limit of the processor time in ms. The slowest request takes 0.2 s on a busy machine. The test's time limit ends a request that never
 * responds.
 */
const SLOW_MS = 3000
const MAX_REPORTED_FAILURES = 10

interface Outcome {
  readonly status: number
  readonly problem: string | null
}

test(`${REQUESTS} more or less fitting requests: no 5xx, no drift, no change by a refusal, nothing slow`, async () => {
  const rejections: unknown[] = []
  const note = (reason: unknown) => rejections.push(reason)
  process.on("unhandledRejection", note)
  const bugs: string[] = []
  const world = await robustnessWorld()
  const app = createApp({ world, onBug: (error) => bugs.push(String((error as Error).stack ?? error)) })
  const built = rows
  // Operations with many parameters are drawn more often.
  const drawn = built.flatMap((one) =>
    one[1].body === undefined && one[1].form === undefined ? [one] : [one, one, one],
  )
  const random = new Random(SEED)
  const pools = poolsOf(world)
  const chance = { random, pools, scopes: scopesOf(world), sampler: new Sampler(random, pools) }
  const problems: string[] = []
  const accepted = new Map<OperationName, number>(built.map(([name]) => [name, 0]))

  for (let count = 0; count < REQUESTS && problems.length < MAX_REPORTED_FAILURES; count += 1) {
    if (count % ROUND === 0) await world.reset()
    const [name, row] = random.pick(drawn)
    const attempt = makeAttempt(name, row, chance)
    const { status, problem } = await run(app, world, attempt)
    if (status < 400) accepted.set(name, (accepted.get(name) ?? 0) + 1)
    if (problem !== null)
      problems.push(`${problem}${bugs.length > 0 ? `\n${bugs.splice(0).join("\n")}` : ""}\n${show(attempt)}`)
  }
  await world.idle()
  process.off("unhandledRejection", note)

  expect(problems.join("\n\n")).toBe("")
  expect(rejections).toEqual([])
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false)
  expect([...accepted].filter(([, times]) => times === 0).map(([name]) => name)).toEqual([])
}, 900_000)

async function run(app: App, world: World, attempt: Attempt): Promise<Outcome> {
  const before = world.state
  const began = process.cpuUsage()
  const response = await app.fetch(toRequest(attempt))
  const bytes = new Uint8Array(await response.arrayBuffer())
  const { user, system } = process.cpuUsage(began)
  const ms = (user + system) / 1000
  const { status, headers } = response
  const isJson = headers.get("content-type")?.startsWith("application/json") ?? false
  const body: unknown = isJson ? JSON.parse(new TextDecoder().decode(bytes)) : bytes
  const problem =
    (status >= 500 ? `${status} ${JSON.stringify(body)}` : null) ??
    (ms > SLOW_MS ? `kept the processor busy for ${Math.round(ms)} ms` : null) ??
    drift(attempt.name, { status, body, headers }) ??
    (status >= 400 && world.state !== before && !mayChange(attempt, body) ? `${status} changed the state` : null)
  if (status < 400) await world.idle()
  return { status, problem: problem === null ? null : `${problem} ${isJson ? JSON.stringify(body).slice(0, 500) : ""}` }
}

/**
 * Refused requests that change the state: wrong passwords are counted, and valid members of a partly invalid list are changed (api.md
 * section 5.4).
 */
function mayChange({ name }: Attempt, body: unknown): boolean {
  if (name === "login") return true
  const processed = (body as { result?: { processed?: number } | null }).result?.processed ?? 0
  return name === "updateUsersInGroupByAdmin" && processed > 0
}

const show = ({ name, method, url, token, type, body }: Attempt): string => {
  const text =
    body instanceof FormData ? JSON.stringify([...body]) : body instanceof Uint8Array ? [...body].join() : body
  return `${name} ${method} ${url} token=${token} type=${type}\n${text?.slice(0, 3000)}`
}
