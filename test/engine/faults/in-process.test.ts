import fc from "fast-check"
import { beforeAll, describe, expect, test } from "vitest"
import { createControl } from "../../../emulator/client/index.ts"
import { createApp } from "../../../emulator/index.ts"
import { Disconnect, type FaultSettings } from "../../../src/engine/index.ts"
import { compareStates } from "../../../src/insight/index.ts"
import { DomainError } from "../../../src/model/index.ts"
import type { World } from "../../../src/world/index.ts"
import { smallWorld } from "../../sample-worlds/small.ts"

/** docs/reference/control.md section 3, "faults": planned faults also apply to calls of `world.as`. */

const DEALS = { application: "CRM", datastore: "Deals" } as const
const ADA = "ada@acme.test"

let base: World
let itemId: string

beforeAll(async () => {
  base = await smallWorld()
  itemId = (await base.as(ADA).createItem({ ...DEALS, item: { Title: "First" } })).itemId
})

type Door = Pick<ReturnType<World["as"]>, "createItem" | "updateItem" | "deleteItem">

const CALLS = {
  createItem: (door: Door) => door.createItem({ ...DEALS, item: { Title: "Second" } }),
  updateItem: (door: Door) => door.updateItem({ ...DEALS, itemId, item: { Title: "Third" }, isForceUpdate: true }),
  deleteItem: (door: Door) => door.deleteItem({ ...DEALS, itemId }),
  refused: (door: Door) => door.updateItem({ ...DEALS, itemId, item: { Title: "" }, revNo: 99 }),
}

/** Outcome of a call: the result, the refusal's status, code and message, or a cut connection. */
const outcomeOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    (answer) => ({ answer: answer ?? null }),
    (error: unknown) => {
      if (error instanceof Error && "status" in error && "code" in error) {
        const { status, code, message } = error
        return { status, code, message }
      }
      if (error instanceof Disconnect) return "cut"
      throw error
    },
  )

const wishes: fc.Arbitrary<FaultSettings> = fc
  .record({
    operation: fc.constantFrom("CreateItem", "updateItem", "DeleteItem", "*", "GetGroup"),
    times: fc.integer({ min: 1, max: 3 }),
    doing: fc.oneof(
      fc.record({ status: fc.constantFrom(400, 409, 500, 503) }),
      fc.record({
        status: fc.constantFrom(404, 429, 500),
        body: fc.oneof(
          fc.constant({ error: "not now", error_code: "TRANSACTION_ABORTED" }),
          fc.jsonValue({ maxDepth: 1 }),
        ),
      }),
      fc.constant({ disconnect: true }),
      fc.constant({ delayMs: 1 }),
      fc.constant({ delayMs: 1, status: 500 }),
      fc.record({ storeFailure: fc.constantFrom("rolled_back" as const, "rollback_failed" as const) }),
    ),
  })
  .map(({ doing, ...wish }) => ({ ...wish, ...doing }))

describe("faults met in process", () => {
  test("the same plan and the same calls have the same result in process and by the control plane", async () => {
    const calls = fc.array(fc.constantFrom(...(Object.keys(CALLS) as (keyof typeof CALLS)[])), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(fc.array(wishes, { maxLength: 4 }), calls, async (plans, names) => {
        const inside = base.fork()
        const served = base.fork()
        for (const world of [inside, served]) for (const wish of plans) await world.faults.plan(wish)
        const called = createControl({ app: createApp({ world: served }) }).as(ADA)
        for (const name of names) {
          const expected = await outcomeOf(CALLS[name](called))
          expect([name, await outcomeOf(CALLS[name](inside.as(ADA)))]).toEqual([name, expected])
        }
        expect(inside.faults.list()).toEqual(served.faults.list())
        expect(compareStates(inside.state, served.state)).toEqual([])
      }),
      { numRuns: 40, seed: 1 },
    )
  })

  test("a planned status is a DomainError that says what was asked, as often as was said", async () => {
    const world = base.fork()
    await world.faults.plan({ operation: "UpdateItem", status: 500, times: 2 })
    const update = () => CALLS.updateItem(world.as(ADA))
    for (const _ of [1, 2]) {
      const error = await update().catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(DomainError)
      expect(error).toMatchObject({
        message: "UpdateItem in CRM/Deals as ada@acme.test: planned fault of UpdateItem (SYSTEM_ERROR, 500)",
        status: 500,
        code: "SYSTEM_ERROR",
        body: { error: "planned fault of UpdateItem", error_code: "SYSTEM_ERROR" },
      })
    }
    expect((await update()).revNo).toBe(2)
  })

  test("a planned body is the error's, with its code", async () => {
    const world = base.fork()
    const body = { error: "again, please", error_code: "TRANSACTION_ABORTED" }
    await world.faults.plan({ operation: "CreateItem", status: 409, body })
    await expect(CALLS.createItem(world.as(ADA))).rejects.toMatchObject({
      status: 409,
      code: "TRANSACTION_ABORTED",
      body,
      text: "again, please",
    })
  })

  test("a planned response below 400 is sent unchanged", async () => {
    const world = base.fork()
    await world.faults.plan({ operation: "CreateItem", status: 200, body: { item_id: 7 } })
    await world.faults.plan({ operation: "CreateItem", status: 204 })
    expect(await CALLS.createItem(world.as(ADA))).toEqual({ item_id: 7 })
    expect(await CALLS.createItem(world.as(ADA))).toBeUndefined()
  })

  test("latency is waited for, and the call goes on", async () => {
    const world = base.fork()
    await world.faults.plan({ operation: "CreateItem", delayMs: 30 })
    const started = performance.now()
    expect((await CALLS.createItem(world.as(ADA))).itemId).toMatch(/^[0-9a-f]{24}$/)
    expect(performance.now() - started).toBeGreaterThanOrEqual(29)
  })

  test("whoever needs no user meets them, too, and the records' own door does not", async () => {
    const world = base.fork()
    await world.faults.plan({ operation: "*", status: 503 })
    await expect(world.raw.as(ADA).getGroup({})).resolves.toBeDefined()
    const login = world.public.login({ email: ADA, password: "ada-pass" })
    await expect(login).rejects.toMatchObject({ status: 503, message: expect.stringMatching(/^Login: /) })
    await expect(world.as(ADA).getGroup()).resolves.toBeDefined()
  })
})
