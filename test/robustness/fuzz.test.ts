import fc from "fast-check"
import { expect, test } from "vitest"
import { type Row, routesOf, rows } from "../../emulator/api/index.ts"
import { controlTable } from "../../emulator/control/control-table.ts"
import { queryOf as querySchemaOf, splitKey } from "../../emulator/control/index.ts"
import { type App, createApp } from "../../emulator/index.ts"
import { drift } from "../conformance.ts"
import { desk } from "../control/desk.ts"
import { expectTold } from "../control/told.ts"
import { documentDrift } from "../document-drift.ts"
import { bodyOf, pathOf, queryOf, schemaOf, spoiltOf } from "./hostile.ts"
import { kindOf, poolsOf } from "./pools.ts"
import { robustnessWorld } from "./world.ts"

/** Requests per row. `HEXARIUM_FUZZ_RUNS` sets their number, `HEXARIUM_FUZZ_SEED` the seed. */
const RUNS = Number(process.env.HEXARIUM_FUZZ_RUNS ?? 12)
const SEED = Number(process.env.HEXARIUM_FUZZ_SEED ?? 1)
const TIME_LIMIT = 60_000 + RUNS * 10_000

/** Limit of the processor time of a request in ms. The slowest takes 0.1 s; a busy machine and garbage collection add to it. */
const SLOW_MS = 3000

const builtRows = rows

interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | null
}

interface Heard {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: unknown
}

/** Sends a request and checks rules for all responses: in time, no 5xx, valid JSON if declared, and a healthy server. */
async function heard(app: App, { url, ...init }: Asked): Promise<Heard> {
  const began = process.cpuUsage()
  const answer = await app.fetch(new Request(url, init))
  const { status, headers } = answer
  const type = headers.get("content-type") ?? ""
  // An event stream ends when its client leaves.
  const isStream = type.startsWith("text/event-stream")
  if (isStream) await answer.body?.cancel()
  const bytes = isStream ? new Uint8Array() : new Uint8Array(await answer.arrayBuffer())
  const { user, system } = process.cpuUsage(began)
  expect((user + system) / 1000).toBeLessThan(SLOW_MS)
  const text = new TextDecoder().decode(bytes)
  expect([status < 500, status, text.slice(0, 500)]).toEqual([true, status, text.slice(0, 500)])
  const health = await app.fetch(new Request("http://hexarium/_hexarium/health"))
  expect(await health.json()).toMatchObject({ status: "ok" })
  return { status, headers, text, body: type.startsWith("application/json") ? JSON.parse(text) : bytes }
}

const settings = { numRuns: RUNS, seed: SEED, endOnFailure: process.env.HEXARIUM_FUZZ_RUNS === undefined }

const tokens = fc.constantFrom("ada-token", "ada-token", "ada-token", "bob-token", "carol-token", "", "none")

const types = fc.oneof(
  { weight: 12, arbitrary: fc.constant("application/json") },
  { weight: 1, arbitrary: fc.constantFrom("", "text/plain", "application/x-www-form-urlencoded") },
  { weight: 1, arbitrary: fc.constantFrom("multipart/form-data", "multipart/form-data; boundary=b") },
)

/**
 * Refused requests that change the state: wrong passwords are counted, and valid members of a partly invalid list are changed (api.md
 * section 5.4).
 */
const mayChange = (name: string) => name === "login" || name === "updateUsersInGroupByAdmin"

test(
  "every operation, by itself: whatever it is sent is answered in time, and what is refused changes nothing",
  async () => {
    const world = await robustnessWorld()
    const app = createApp({ world })
    const pools = poolsOf(world)
    const all = fc.constantFrom(...Object.values(pools).flat())
    const names = (parameter: string) => {
      if (parameter === "app-id" || parameter === "project-id") return fc.constant("CRM")
      if (parameter === "datastore-id") return fc.constantFrom("Deals", "Customers", "Lines")
      const kind = kindOf(parameter)
      const pool = kind === undefined ? [] : pools[kind]
      return pool.length === 0 ? all : fc.constantFrom(...pool)
    }
    const requests = (row: Row): fc.Arbitrary<Asked> =>
      fc.constantFrom(...routesOf(row)).chain((route) => {
        const schema = (row.body ?? row.form)?.()
        const body = schema === undefined ? fc.string() : bodyOf(spoiltOf(schemaOf(schema), all))
        const hasBody = route.method !== "get"
        return fc
          .tuple(pathOf(route.path, names), queryOf(row.query?.(), all), tokens, types, body)
          .map(([path, query, token, type, content]) => ({
            method: route.method.toUpperCase(),
            url: `http://hexarium/api/v0${path}${query === "" ? "" : `?${query}`}`,
            headers: {
              ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
              ...(hasBody && type !== "" ? { "content-type": type } : {}),
            },
            body: hasBody ? content : null,
          }))
      })
    const asked: string[] = []
    for (const [name, row] of builtRows) {
      await world.reset()
      await fc.assert(
        fc.asyncProperty(requests(row), async (request) => {
          const before = world.state
          const answer = await heard(app, request)
          expect(drift(name, answer) ?? documentDrift(name, answer)).toBeNull()
          if (answer.status >= 400 && !mayChange(name)) expect(world.state === before).toBe(true)
          if (answer.status < 400) await world.idle()
        }),
        settings,
      )
      asked.push(name)
    }
    expect(asked).toHaveLength(builtRows.length)
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false)
  },
  TIME_LIMIT,
)

test(
  "every route of the control plane, by itself: the same",
  async () => {
    const names = fc.constantFrom(
      "main",
      "twin",
      "snap",
      "ada@acme.test",
      "TICKETS",
      "DESK",
      "UpdateItem",
      "1",
      "mail-1",
    )
    const paths = (parameter: string) => (parameter === "w" ? fc.constantFrom("main", "twin") : names)
    for (const { at, words } of controlTable) {
      const { app, world, control } = await desk()
      await control("PUT", "/worlds/main/snapshots/snap", {})
      await control("POST", "/worlds", { name: "twin" })
      const { method, path } = splitKey(at)
      const body = words.body === undefined ? fc.constant({}) : spoiltOf(schemaOf(words.body()), names)
      const requests = fc
        .tuple(pathOf(path, paths), queryOf(querySchemaOf(words), names), types, bodyOf(body))
        .map(([target, query, type, content]) => ({
          method,
          url: `http://hexarium/_hexarium${target}${query === "" ? "" : `?${query}`}`,
          headers: { "x-hexarium": "1", ...(method === "GET" || type === "" ? {} : { "content-type": type }) },
          body: method === "GET" ? null : content,
        }))
      await fc.assert(
        fc.asyncProperty(requests, async (request) => {
          const before = [world.hash(), app.worlds.list().length]
          const answer = await heard(app, request)
          if (answer.status >= 400) {
            const flat = { error: expect.any(String), error_code: expect.any(String) }
            // A refused call has its own form (control.md section 3, "call").
            const isOfCall = words.name === "call" && typeof (answer.body as { error: unknown }).error === "object"
            const nested = { error: { code: expect.any(String), message: expect.any(String) } }
            expect(answer.body).toMatchObject(isOfCall ? nested : flat)
            expect([world.hash(), app.worlds.list().length]).toEqual(before)
          } else expectTold(request.method, request.url, new Response(null, answer), answer.text)
        }),
        settings,
      )
    }
  },
  TIME_LIMIT,
)
