import fc from "fast-check"
import { beforeAll, describe, expect, test } from "vitest"
import { createControl } from "../../emulator/client/index.ts"
import { createApp } from "../../emulator/index.ts"
import { compareStates } from "../../src/insight/index.ts"
import type { World } from "../../src/world/index.ts"
import { demoWorld, namesOf } from "../contract/examples/demo.ts"
import { CALLS, type Name } from "./every-operation.ts"

/**
 * docs/reference/control.md, "call": every operation takes the same input and returns the same result in process and through the control
 * plane.
 */

let base: World
const OPERATIONS = Object.keys(CALLS).sort() as Name[]

beforeAll(async () => {
  base = await demoWorld()
})

type AnyCall = (input: unknown) => Promise<unknown>

/** Makes the same call in process and through the control plane, each in its own copy of the world. */
async function both(name: Name) {
  const { call, ...worlds } = await doors(name)
  const expected = await call.inProcess(call.given)
  return { expected, answered: await call.byControl(call.given), ...worlds }
}

async function doors(name: Name) {
  const call = CALLS[name]
  if (call === undefined) throw new Error(`no call of ${name}`)
  const { by, input } = call
  const inside = base.fork()
  const served = base.fork()
  const stageOf = (world: World) => ({
    world,
    get names() {
      return namesOf(world)
    },
  })
  // Functions call the API through the app that serves the world.
  createApp({ world: inside })
  const operations = { ...inside.public, ...inside.as(by) } as unknown as Readonly<Record<Name, AnyCall>>
  const control = createControl({ app: createApp({ world: served }) })
  const given = await input(stageOf(inside))
  expect(await input(stageOf(served))).toEqual(given)
  const door: object = name in inside.public ? control.public : control.as(by)
  const byControl = (door as typeof operations)[name]
  return { call: { given, inProcess: operations[name], byControl }, inside, served }
}

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !ArrayBuffer.isView(value)

describe("the same words, the same answer", () => {
  test.each(OPERATIONS)("%s", async (name) => {
    const { expected, answered, inside, served } = await both(name)
    expect(answered).toEqual(expected ?? null)
    expect(compareStates(inside.state, served.state).map(({ table, id }) => `${table} ${id}`)).toEqual([])
  })

  test("a reference that leads nowhere, or a text that is wrong, is refused with the same status, or does the same", async () => {
    const changed = fc.tuple(fc.constantFrom(...OPERATIONS), fc.nat(), fc.constantFrom("nope", "0".repeat(24)))
    await fc.assert(
      fc.asyncProperty(changed, async ([name, which, wrong]) => {
        const { call, inside, served } = await doors(name)
        const given = withText(call.given, which, wrong)
        const outcome = (asked: Promise<unknown>) =>
          asked.then(
            () => "done",
            ({ status }: { readonly status: number }) => status,
          )
        expect(await outcome(call.byControl(given))).toEqual(await outcome(call.inProcess(given)))
        expect(compareStates(inside.state, served.state).map(({ table, id }) => `${table} ${id}`)).toEqual([])
      }),
      { numRuns: 30, seed: 1 },
    )
  })
})

/** Properties whose other values the compiler rejects. */
const CHOICES = new Set(["update", "desc", "SAVETEMPLATE", "pre"])

/** The input with one of its strings replaced, except strings in files. */
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
