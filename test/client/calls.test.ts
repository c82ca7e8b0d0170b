import { describe, expect, expectTypeOf, test } from "vitest"
import { CallError, type Control, createControl } from "../../emulator/client/control-client.ts"
import { createApp } from "../../emulator/index.ts"
import { matchers } from "../../emulator/testing/matchers/index.ts"
import type {} from "../../emulator/testing/runners/vitest.ts"
import type { DomainError } from "../../src/model/index.ts"
import type { Acting, Public } from "../../src/operations/index.ts"
import type { ActingIn, WorldTypes } from "../../src/world/index.ts"
import { smallWorld } from "../sample-worlds/small.ts"

expect.extend(matchers)

const DEALS = { application: "CRM", datastore: "Deals" }
const ADA = "ada@acme.test"

async function scene() {
  const world = await smallWorld()
  return { world, control: createControl({ app: createApp({ world }) }) }
}

describe("createControl().as (docs/client.md)", () => {
  test("a refusal rejects with what the engine's says", async () => {
    const { world, control } = await scene()
    const call = (door: Pick<Acting, "createItem">) =>
      door.createItem({ ...DEALS, item: { Title: "", Amount: "many" } })
    const inProcess = (await call(world.as(ADA)).catch((error: unknown) => error)) as DomainError
    const refused = (await call(control.as(ADA)).catch((error: unknown) => error)) as CallError
    expect(refused).toBeInstanceOf(CallError)
    const { code, reason, status, message, findings } = refused
    expect({ code, reason, status, message, findings }).toEqual({
      code: inProcess.code,
      reason: inProcess.reason,
      status: inProcess.status,
      message: inProcess.message,
      findings: inProcess.findings,
    })
    await expect(call(control.as(ADA))).toBeRefusedWith({ status: 400, code: "INVALID_VALUE", field: "Amount" })
  })

  test("says of an unknown property or operation what was meant", async () => {
    const ada = (await scene()).control.as(ADA) as unknown as Record<string, (input: object) => Promise<unknown>>
    await expect(ada.itemList?.({ ...DEALS, perPag: 1 })).rejects.toThrow(/perPag.*perPage/)
    await expect(ada.itemLst?.(DEALS)).rejects.toThrow(/itemLst.*itemList/)
  })

  test("another world is meant by `with`, and somebody else by `as`", async () => {
    const { control } = await scene()
    await control.forkWorld({ name: "try" })
    const bob = control.with({ world: "try" }).as("bob@acme.test")
    await bob.createItem({ ...DEALS, item: { Title: "Tried" } })
    const titles = async (one: Control) => (await one.as(ADA).itemList(DEALS)).items.map(({ title }) => title)
    expect(await titles(control)).not.toContain("Tried")
    expect(await titles(control.with({ world: "try" }))).toContain("Tried")
    await expect(control.as("nobody@acme.test").getGroup()).rejects.toMatchObject({ status: 400, reason: "params" })
    expect(() => control.as(undefined as never)).toThrow(TypeError)
  })

  test("is no promise, and what is not of the operation is refused by its route", async () => {
    const { control } = await scene()
    expect(await control.as(ADA)).toBeDefined()
    await expect(control.with({ world: "nowhere" }).as(ADA).getGroup()).rejects.toMatchObject({
      name: "ControlError",
      status: 404,
    })
  })

  test("is typed as `world.as` is", () => {
    expectTypeOf<ReturnType<Control["as"]>>().toEqualTypeOf<Acting>()
    expectTypeOf<Control["public"]>().toEqualTypeOf<Public>()
    const typed = () => createControl<WorldTypes>({ url: "" }).as("")
    expectTypeOf<ReturnType<typeof typed>>().toEqualTypeOf<ActingIn<WorldTypes>>()
  })
})
