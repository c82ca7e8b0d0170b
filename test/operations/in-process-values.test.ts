import { describe, expect, test, vi } from "vitest"
import { DomainError } from "../../src/model/index.ts"
import { operations, publicOperations } from "../../src/operations/calls.ts"
import { createWorld, type World } from "../../src/world/index.ts"
import { DESK } from "../control/desk.ts"
import { itemsOf } from "./items/office.ts"

type Run = (input: object) => Promise<unknown>

const desk = () => createWorld({ fixture: DESK as never })

const TICKETS = { application: "DESK", datastore: "TICKETS" }

/** Runs operations with values that the types refuse. */
const untypedCaller = (world: World): Record<string, Run> => world.as("ada@acme.test") as never

const refusalOf = async (world: World, operation: string, input: object): Promise<string> => {
  const before = itemsOf(world, "TICKETS")
  const error: unknown = await untypedCaller(world)
    [operation]?.({ ...TICKETS, ...input })
    .then(
      () => undefined,
      (refused: unknown) => refused,
    )
  expect(error).toBeInstanceOf(DomainError)
  expect(error).toMatchObject({ code: "INVALID_PARAMS", status: 400 })
  expect(itemsOf(world, "TICKETS")).toEqual(before)
  return (error as DomainError).message
}

describe("in-process calls check values as HTTP does", () => {
  test.each([
    ["itemList", { conditions: [{ id: "Subject", searchValue: "x" }] }, "searchValue: expected an array, got a string"],
    [
      "itemList",
      { conditions: [{ id: "Subject", searchValue: [true] }] },
      "searchValue.0: expected a string, got true",
    ],
    ["itemList", { conditions: [{ id: "Subject", searchValue: [Number.NaN] }] }, "searchValue.0: expected a string"],
    ["itemList", { conditions: [null] }, "conditions.0: expected an object, got null"],
    ["itemList", { sortFields: [{ id: "Subject", order: "upwards" }] }, 'order: expected one of "asc", "desc"'],
    ["createItem", { changes: "x" }, "changes: expected an array, got a string"],
    ["createItem", { changes: [null] }, "changes.0: expected an object, got null"],
    ["createItem", { changes: ["x"] }, "changes.0: expected an object, got a string"],
    ["createItem", { changes: [{ id: "Subject" }] }, "changes.0.value: is required"],
    ["createItem", { relatedDsItems: { TICKETS: "x" } }, "relatedDsItems.TICKETS: expected an array, got a string"],
    ["createItem", { relatedDsItems: { TICKETS: [null] } }, "relatedDsItems.TICKETS.0: expected an object, got null"],
    ["createItem", { relatedDsItems: { TICKETS: ["x"] } }, "relatedDsItems.TICKETS.0: expected an object"],
    ["createItem", { relatedDsItems: { TICKETS: [{ changes: [null] }] } }, "TICKETS.0.changes.0: expected an object"],
    ["importItems", { header: ["Subject"], rows: [["x"]] }, "rows: expected an object such as { line: 2, cells:"],
    ["importItems", { header: ["Subject"], rows: [{ line: 2, cells: [5] }] }, "rows: expected an object such as"],
  ])("%s of %j is refused with the place, and writes nothing", async (operation, input, message) => {
    expect(await refusalOf(await desk(), operation, input)).toContain(message)
  })

  test("a number in a condition on text is its digits, also in the item list of a search", async () => {
    const world = await desk()
    const ada = untypedCaller(world)
    await ada.createItem?.({ ...TICKETS, item: { Subject: "5" } })
    const conditions = [{ id: "Subject", searchValue: [5], exactMatch: true }]
    expect(await ada.itemList?.({ ...TICKETS, conditions })).toMatchObject({ totalItems: 1 })
    const found = ada.globalSearch?.({ ...TICKETS, query: "x", itemList: { conditions } })
    await expect(found).resolves.toMatchObject({ itemList: { totalItems: expect.any(Number) } })
  })

  test("null counts as absent, except inside data", async () => {
    const world = await desk()
    const ada = untypedCaller(world)
    const nothing = { conditions: null, sortFields: null, page: null, perPage: null, useOrCondition: null }
    expect(await ada.itemList?.({ ...TICKETS, ...nothing })).toEqual(await ada.itemList?.(TICKETS))
    await ada.createItem?.({ ...TICKETS, changes: null, item: { Subject: "a" } })
    const itemId = itemsOf(world, "TICKETS").at(-1)?.iId
    await ada.updateItem?.({ ...TICKETS, itemId, revNo: 1, changes: null, item: { Subject: null } })
    expect(await ada.getItemDetails?.({ ...TICKETS, itemId })).toMatchObject({ values: { Subject: "" } })
    const unknown = { ...TICKETS, item: null, changes: [{ id: "Subjekt", value: "a" }] }
    await expect(ada.createItem?.(unknown)).rejects.toThrow(/Subjekt; did you mean Subject\?/)
    const stale = { ...TICKETS, itemId, revNo: null, item: { Subject: "b" } }
    await expect(ada.updateItem?.(stale)).rejects.toThrow("give the item's revNo, or isForceUpdate: true")
  })

  test("no operation fails with another error than a refusal, whatever the kind of a property's value", async () => {
    const world = await desk()
    const places = { ...TICKETS, itemId: "x", field: "Subject", actionId: "Update", group: "ALL", role: "ADMIN" }
    const values = [null, 5, "x", [], {}, [null], ["x"], { TICKETS: [null] }, { TICKETS: [{ changes: [null] }] }]
    const failures: string[] = []
    let calls = 0
    for (const [name, { input, isPublic }] of Object.entries({ ...operations, ...publicOperations })) {
      const properties = Object.keys(input().shape)
      const given = Object.fromEntries(Object.entries(places).filter(([property]) => properties.includes(property)))
      for (const property of properties) {
        for (const value of values) {
          const fork = world.fork()
          const run = (isPublic ? fork.public : fork.as("ada@acme.test")) as unknown as Record<string, Run>
          calls += 1
          await run[name]?.({ ...given, [property]: value }).catch((error: Error) => {
            const isRefused = error instanceof DomainError && error.code !== "SYSTEM_ERROR"
            if (isRefused || /^unknown property /.test(error.message)) return
            failures.push(`${name} ${property} ${JSON.stringify(value)}: ${error.message}`)
          })
        }
      }
    }
    expect(failures).toEqual([])
    expect(calls).toBeGreaterThan(1000)
  })
})

test("authorization sees the properties of the place alone, as over HTTP", async () => {
  const world = await desk()
  const { createItem } = operations
  const begin = vi.spyOn(createItem, "begin")
  await world.as("ada@acme.test").createItem({ ...TICKETS, item: { Subject: "Seen" }, comment: "not for it" })
  expect(begin.mock.calls.map(([, place]) => Object.keys(place as object))).toEqual([[...createItem.place]])
  begin.mockRestore()
})
