import { describe, expect, test } from "vitest"
import { operationOf, rows } from "../../../emulator/api/index.ts"
import { createApp } from "../../../emulator/app.ts"
import { ApiError, createClient, createControl } from "../../../emulator/client/index.ts"
import { createWorld } from "../../../src/index.ts"
import { DESK } from "../../control/desk.ts"

const desk = () => createWorld({ fixture: DESK })

describe("faults planned in process", () => {
  test("are met by requests, as often as was said", async () => {
    const world = await desk()
    const ada = createClient({ app: createApp({ world }), token: "ada-fixed-token-1" })
    await world.faults.plan({ operation: "getUserInfo", status: 503, body: { error: "not now" }, times: 2 })
    for (const _ of [1, 2])
      await expect(ada.getUserInfo()).rejects.toMatchObject({ status: 503, body: { error: "not now" } })
    expect((await ada.getUserInfo()).email).toBe("ada@acme.test")
    expect(world.faults.list()).toMatchObject([{ operation: "GetUserInfo", times: 2, left: 0 }])
  })

  test("are those of the control plane", async () => {
    const world = await desk()
    const control = createControl({ app: createApp({ world }) })
    const { faults } = await control.planFault({ operation: "*", delay_ms: 1, times: 3 })
    expect(world.faults.list()).toMatchObject([{ id: faults[0]?.id, operation: "*", delayMs: 1, left: 3 }])
    await world.faults.plan({ operation: "UpdateItem", disconnect: true })
    expect((await control.listFaults()).faults).toHaveLength(2)
    expect(await world.faults.remove(faults[0]?.id ?? "")).toBe(true)
    expect(await world.faults.remove("fault-99")).toBe(false)
    await world.faults.clear()
    expect((await control.listFaults()).faults).toEqual([])
  })

  test("can be planned for every operation of the API, and go with a fork", async () => {
    const world = await desk()
    for (const [name] of rows) await world.faults.plan({ operation: operationOf(name), status: 500 })
    expect(world.fork().faults.list()).toHaveLength(rows.length)
    await world.reset()
    expect(world.faults.list()).toEqual([])
  })

  test.each([
    [{ operation: "UpdateItm", status: 500 }, 'unknown operation "UpdateItm"; did you mean UpdateItem?'],
    [
      { operation: "UpdateItem" },
      "expected at least one of the properties delayMs, status, body, disconnect, storeFailure, task, headers, jitterMs, rateLimit",
    ],
    [{ operation: "UpdateItem", status: 99 }, "status: expected an HTTP status from 200 to 599, received 99"],
    [{ operation: "UpdateItem", status: 500, times: 0 }, "times: expected a whole number of at least 1, received 0"],
    [{ operation: "UpdateItem", delayMs: -1 }, "delayMs: expected 0 to 600000 milliseconds, received -1"],
    [
      { operation: "UpdateItem", task: "DEAD" },
      "task must be the only effect, and operation one of SaveTemplate, UploadTemplate, ImportItems",
    ],
  ] as const)("%j is refused, and changes nothing", async (wish, message) => {
    const world = await desk()
    await expect(async () => world.faults.plan(wish)).rejects.toThrow(message)
    expect(world.version).toBe(0)
  })

  test("are SYSTEM_ERROR if they have only a status", async () => {
    const world = await desk()
    const ada = createClient({ app: createApp({ world }), token: "ada-fixed-token-1" })
    await world.faults.plan({ operation: "GetUserInfo", status: 500 })
    const refused = ada.getUserInfo()
    await expect(refused).rejects.toBeInstanceOf(ApiError)
    await expect(refused).rejects.toMatchObject({ status: 500, code: "SYSTEM_ERROR" })
  })
})
