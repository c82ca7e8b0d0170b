import { readFileSync } from "node:fs"
import fc from "fast-check"
import { beforeAll, describe, expect, test } from "vitest"
import { createClient } from "../../emulator/client.ts"
import type { FlatName } from "../../emulator/flat/words.ts"
import { createApp } from "../../emulator/index.ts"
import { compareStates, type World } from "../../src/inside.ts"
import { demoWorld, namesOf } from "../contract/examples/demo.ts"
import { BEN, EVERY } from "./every-operation.ts"

/** docs/client.md, "Flat words": every operation takes the same words in process and over the wire, and answers the same as far as the API tells. */

let base: World
const OPERATIONS = Object.keys(EVERY).sort() as FlatName[]

/** Those whose token is, over the wire, the one that the request is made with, are refused for it. */
const REFERRING = OPERATIONS.filter((name) => name !== "logout" && name !== "setPassword")

beforeAll(async () => {
  base = await demoWorld()
})

type AnyCall = (input: unknown) => Promise<unknown>

/** The same call in process and over the wire, each in a world of its own that begins alike. */
async function both(name: FlatName) {
  const { call, ...worlds } = await doors(name)
  const expected = await call.inProcess(call.given)
  return { expected, answered: await call.byClient(call.given), ...worlds }
}

async function doors(name: FlatName) {
  const { by, input } = EVERY[name]
  const inside = base.fork()
  const served = base.fork()
  const stageOf = (world: World) => ({
    world,
    get names() {
      return namesOf(world)
    },
  })
  // Functions call the API, which a world has from the app that it is served by.
  createApp({ world: inside })
  const operations = { ...inside.public, ...inside.as(by) } as unknown as Readonly<Record<FlatName, AnyCall>>
  const client = createClient({ app: createApp({ world: served }), token: by === BEN ? "demo-ben" : "demo-mina" })
  const given = await input(stageOf(inside))
  expect(await input(stageOf(served))).toEqual(given)
  const byClient = (client as unknown as typeof operations)[name]
  return { call: { given, inProcess: operations[name], byClient }, inside, served }
}

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !ArrayBuffer.isView(value)

const seconds = (value: unknown): unknown =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:]+Z$/.test(value) ? `${value.slice(0, -1)}.000Z` : value

/** Where an answer differs from the one expected; what it leaves out is in `missing`, without the places in lists. */
function differences(expected: unknown, answered: unknown, path = "", missing = new Set<string>()): string[] {
  if (!isMembers(expected) || !isMembers(answered)) {
    const isSame = ArrayBuffer.isView(expected)
      ? ArrayBuffer.isView(answered) && String(expected) === String(answered)
      : Object.is(seconds(expected), seconds(answered))
    return isSame ? [] : [`${path}: ${JSON.stringify(expected)} in process, ${JSON.stringify(answered)} by the client`]
  }
  if (Array.isArray(expected) && Array.isArray(answered) && expected.length !== answered.length) {
    return [`${path}: ${expected.length} in process, ${answered.length} by the client`]
  }
  const more = Object.keys(answered).filter((name) => !(name in expected))
  return [
    ...more.map((name) => `${path}.${name}: by the client alone`),
    ...Object.entries(expected).flatMap(([name, member]) => {
      const place = Array.isArray(expected) ? `${path}[]` : `${path}.${name}`
      if (name in answered) return differences(member, answered[name], place, missing)
      missing.add(place.slice(1))
      return []
    }),
  ]
}

describe("the same words, the same answer", () => {
  test.each(OPERATIONS)("%s", async (name) => {
    const { expected, answered, inside, served } = await both(name)
    const missing = new Set<string>()
    if (isMembers(expected)) expect(differences(expected, answered ?? {}, "", missing)).toEqual([])
    else expect(answered).toEqual(expected)
    expect([name, [...missing].sort()]).toEqual([name, told.get(name) ?? []])
    expect(compareStates(inside.state, served.state).map(({ table, id }) => `${table} ${id}`)).toEqual([])
  })

  test("a reference that leads nowhere, or a text that is wrong, is refused with the same status, or does the same", async () => {
    const changed = fc.tuple(fc.constantFrom(...REFERRING), fc.nat(), fc.constantFrom("nope", "0".repeat(24)))
    await fc.assert(
      fc.asyncProperty(changed, async ([name, which, wrong]) => {
        const { call, inside, served } = await doors(name)
        const given = withText(call.given, which, wrong)
        const outcome = (asked: Promise<unknown>) =>
          asked.then(
            () => "done",
            ({ status }: { readonly status: number }) => status,
          )
        expect(await outcome(call.byClient(given))).toEqual(await outcome(call.inProcess(given)))
        expect(compareStates(inside.state, served.state).map(({ table, id }) => `${table} ${id}`)).toEqual([])
      }),
      { numRuns: 30 },
    )
  })

  test("what docs/client.md lists as left out is left out", () => {
    expect(told.size).toBeGreaterThan(20)
    expect([...told.keys()].filter((name) => !OPERATIONS.includes(name as FlatName))).toEqual([])
  })
})

/** Members whose other values the compiler refuses. */
const CHOICES = new Set(["update", "desc", "SAVETEMPLATE", "pre"])

/** The input with one of its texts replaced; those of files stay. */
function withText(given: unknown, which: number, text: string): unknown {
  const count = textsIn(given)
  let at = count === 0 ? -1 : which % count
  const replace = (value: unknown): unknown => {
    if (typeof value === "string" && !CHOICES.has(value)) {
      at -= 1
      return at === -1 ? text : value
    }
    if (Array.isArray(value)) return value.map(replace)
    return isMembers(value)
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replace(one)]))
      : value
  }
  return replace(given)
}

const textsIn = (value: unknown): number =>
  typeof value === "string"
    ? Number(!CHOICES.has(value))
    : isMembers(value)
      ? Object.values(value).reduce((count: number, one) => count + textsIn(one), 0)
      : 0

/** The rows of the table in docs/client.md: what an operation leaves out. */
const told = new Map(
  [...readFileSync("docs/client.md", "utf8").matchAll(/^\| `(\w+)` +\| ((?:`[^`]+`(?:, )?)+) +\|$/gm)].map(
    ([, name = "", members = ""]) => [name, [...members.matchAll(/`([^`]+)`/g)].map(([, one]) => one).sort()],
  ),
)
