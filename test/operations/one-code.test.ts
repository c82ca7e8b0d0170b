import { expect, test, vi } from "vitest"
import { type OperationName, rows, table } from "../../emulator/api/index.ts"
import { ApiError } from "../../emulator/client/index.ts"
import { createApp } from "../../emulator/index.ts"
import type { Operation } from "../../src/engine/index.ts"
import { DomainError, type Finding } from "../../src/model/index.ts"
import { findToken } from "../../src/people/index.ts"
import type { World } from "../../src/world/index.ts"
import { apiClient, type Sent } from "../conformance.ts"
import { demoWorld, namesOf } from "../contract/examples/demo.ts"
import { BEN, EXAMPLES } from "../contract/examples/requests.ts"

/**
 * One code for one fault (errors.md section 1, "in-process"): every changed example that is refused over HTTP is refused in process with
 * the same code, status, findings and body. Malformed requests never reach an operation and are left out.
 */

type Change = readonly [what: string, change: (sent: Sent) => Sent]

const UNKNOWN_ID = "f".repeat(24)
const WEAK_TOKENS = ["demo-sofia", "demo-liam"]
const WRONG_VALUES = [
  "nowhere",
  UNKNOWN_ID,
  "",
  [],
  ["nowhere"],
  7,
  [{ id: "nowhere", search_value: ["x"] }],
  { nowhere: "x" },
]

const declarationOf = (name: OperationName) => (table[name] as { readonly operation?: Operation }).operation

const demo = await demoWorld()

/** Replaces each parameter, query parameter, member and form part of a request by wrong values, one at a time. */
function changesOf({ params = {}, query = {}, body, form = {} }: Sent): Change[] {
  const members = typeof body === "object" && body !== null && !Array.isArray(body) ? Object.keys(body) : []
  const item = members.includes("item") ? [["item.nowhere", { nowhere: "x" }] as const] : []
  return [
    ...Object.keys(params).map(
      (name): Change => [name, (sent) => ({ ...sent, params: { ...params, [name]: UNKNOWN_ID } })],
    ),
    ...Object.keys(query).map(
      (name): Change => [name, (sent) => ({ ...sent, query: { ...query, [name]: "nowhere" } })],
    ),
    ...members.flatMap((name) =>
      WRONG_VALUES.map(
        (value): Change => [name, (sent) => ({ ...sent, body: { ...(body as object), [name]: value } })],
      ),
    ),
    ...item.map(
      ([name, value]): Change => [
        name,
        (sent) => ({ ...sent, body: { ...(body as object), item: { ...(body as { item: object }).item, ...value } } }),
      ],
    ),
    ...Object.entries(form).flatMap(([name, value]): Change[] =>
      typeof value === "string" ? [[name, (sent) => ({ ...sent, form: { ...form, [name]: "nowhere" } })]] : [],
    ),
  ]
}

interface Refused {
  readonly code: string | null
  readonly status: number
  readonly body: unknown
  readonly findings: readonly unknown[]
}

interface Comparison {
  readonly overHttp: Refused
  readonly inProcess: Refused | null
}

/** Runs an example in a copy of the demo, changed. Returns the response and what reached the operation. */
async function run(name: OperationName, change: Change[1], by?: string) {
  const operation = declarationOf(name)
  const make = EXAMPLES[name]
  if (operation === undefined || make === undefined) throw new Error(`${name} has no declaration or no example`)
  const world = demo.fork()
  const app = createApp({ world })
  const { token = BEN, elsewhere: _, ...sent } = await make({ ben: apiClient(app, BEN), names: () => namesOf(world) })
  await world.idle()
  const caller = by ?? token
  const twin = world.fork()
  const begin = operation.begin.bind(operation)
  let place: object | undefined
  let input: object | undefined
  const spy = vi.spyOn(operation, "begin").mockImplementation((who, given) => {
    place = given as object
    const started = begin(who, given)
    return {
      run(read) {
        input = read as object
        return started.run(read)
      },
    }
  })
  const { auth } = table[name]
  const { status, body } = await apiClient(app, auth === "public" ? undefined : caller)[name](change(sent))
  spy.mockRestore()
  return { operation, caller, twin, place, input, status, body }
}

/**
 * Compares the refusal over HTTP and in process. Undefined if the request was accepted, or malformed and therefore refused before the
 * operation. `base` is the input of the unchanged example.
 */
async function compare(
  name: OperationName,
  base: object,
  change: Change[1],
  by?: string,
): Promise<Comparison | undefined> {
  const { operation, caller, twin, place, input, status, body } = await run(name, change, by)
  if (status < 400 || place === undefined) return undefined
  const isPlaceRefused = ![400, 413].includes(status)
  if (input === undefined && !isPlaceRefused) return undefined
  const inProcess = await refusedInProcess(twin, operation, caller, input ?? { ...base, ...place })
  return { overHttp: refusedOverHttp(name, status, body), inProcess }
}

function refusedOverHttp(name: OperationName, status: number, body: unknown): Refused {
  const { code } = new ApiError(name, status, body)
  const { errors, error } = body as { readonly errors?: unknown; readonly error?: unknown }
  const elements = Array.isArray(errors) ? errors : Array.isArray(error) ? error : []
  return { code, status, body, findings: elements }
}

async function refusedInProcess(
  world: World,
  operation: Operation,
  token: string,
  input: object,
): Promise<Refused | null> {
  const calls = operation.isPublic ? world.raw.public : world.raw.as(findToken(world.view(), token).uId)
  const name = `${operation.name.charAt(0).toLowerCase()}${operation.name.slice(1)}`
  try {
    await (Reflect.get(calls, name) as (given: object) => Promise<unknown>)(input)
    return null
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { code, status, body, findings } = error
    return { code, status, body: JSON.parse(JSON.stringify(body)), findings: findings.map(presentFinding) }
  }
}

const presentFinding = ({ description, error, errorCode, errorLevel, referenceId }: Finding) => ({
  description,
  ...(error === undefined ? {} : { error }),
  error_code: errorCode,
  error_level: errorLevel,
  reference_id: referenceId,
})

const NAMES = rows.flatMap(([name]) =>
  declarationOf(name) === undefined || EXAMPLES[name] === undefined || name === "getItemHistoriesOld" ? [] : [name],
)

let comparedRefusals = 0

test.each(NAMES)("%s refuses with the same code, status and findings in process and over HTTP", async (name) => {
  const world = demo.fork()
  const sent = await EXAMPLES[name]?.({ ben: apiClient(world, BEN), names: () => namesOf(world) })
  const { input: base } = await run(name, (unchanged) => unchanged)
  const asIs: Change = ["the caller", (unchanged) => unchanged]
  const tries = [
    ...changesOf(sent ?? {}).map((change) => ({ change, by: undefined })),
    ...WEAK_TOKENS.map((by) => ({ change: asIs, by })),
  ]
  for (const { change, by } of tries) {
    const [what, apply] = change
    const refused = await compare(name, base ?? {}, apply, by)
    if (refused === undefined) continue
    comparedRefusals += 1
    const { overHttp, inProcess } = refused
    expect(inProcess, what).not.toBeNull()
    expect(inProcess?.status, what).toBe(overHttp.status)
    // Some bodies have no code, such as those of the shapes E3 and E6.
    if (overHttp.code !== null) expect(inProcess?.code, what).toBe(overHttp.code)
    if (overHttp.findings.length > 0) expect(inProcess?.findings, what).toEqual(overHttp.findings)
    expect(inProcess?.body, what).toEqual(overHttp.body)
  }
})

test("compares refusals of many operations", () => {
  expect(comparedRefusals).toBeGreaterThan(100)
})
