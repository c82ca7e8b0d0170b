import { describe, expect, test } from "vitest"
import type { ApiClient } from "../../conformance.ts"
import { at, bob, create, draw, givenOrders, setNumber, world } from "./orders.ts"

givenOrders()

describe("UpdateAutoNumber, api.md section 6.6", () => {
  test("sets the counter of item creation without a branch key: the last number that was issued", async () => {
    expect(await setNumber("No", { auto_num: 12 })).toEqual({
      has_error: false,
      result: { number: "INV-0012", value: 12 },
    })
    expect((await create("a")).item?.No).toBe("INV-0013")
    expect((await draw("No")).value).toBe("INV-0001")
  })

  test("an empty branch key is the counter of GetAutoNumber without one", async () => {
    expect(await setNumber("Nine", { auto_num: 7, branch_key: "" })).toEqual({
      has_error: false,
      result: { number: "000000007", value: 7 },
    })
    expect(await draw("Nine")).toEqual({ number: 8, value: "000000008" })
    expect((await create("a")).item?.Nine).toBe("000000001")
  })

  test("a branch key is that branch, in front of the number", async () => {
    expect(await setNumber("Nine", { auto_num: 7, branch_key: "KYO-" })).toMatchObject({
      result: { number: "KYO-000000007", value: 7 },
    })
    expect(await draw("Nine", { branch_key: "KYO-" })).toEqual({ number: 8, value: "KYO-000000008" })
  })

  test("0 and the largest safe integer are numbers, internal IDs and null are understood", async () => {
    expect((await setNumber("No", { auto_num: 0, branch_key: null })).result.value).toBe(0)
    const view = world.view()
    const [datastore] = view.table("datastores").toArray()
    const fId = datastore?.fields.find(({ displayId }) => displayId === "No")?.fId ?? ""
    const place = { "app-id": datastore?.pId ?? "", "datastore-id": datastore?.dId ?? "", "field-id": fId }
    const answered = await bob.updateAutoNumber({ params: place, body: { auto_num: Number.MAX_SAFE_INTEGER } })
    expect(answered.body.result).toEqual({ number: "INV-9007199254740991", value: Number.MAX_SAFE_INTEGER })
  })

  test("a counter at its end gives no number twice: item creation and GetAutoNumber are refused", async () => {
    await setNumber("No", { auto_num: Number.MAX_SAFE_INTEGER })
    await setNumber("No", { auto_num: Number.MAX_SAFE_INTEGER, branch_key: "" })
    const before = world.hash()
    expect((await create("a")).status).toBe(400)
    expect((await bob.getAutoNumber(at("No"))).status).toBe(400)
    expect(world.hash()).toBe(before)
  })

  const fieldMissing = (field: string) => ({
    description: "invalid fieldID in the datastore",
    error: `could not find field for ${field}`,
    reference_id: `f_id:${field}`,
  })

  test.each<[string, Parameters<ApiClient["updateAutoNumber"]>[0], object]>([
    ["an unknown field", at("Nothing"), fieldMissing("Nothing")],
    ["an unknown datastore", at("No", { "datastore-id": "NONE" }), fieldMissing("No")],
    ["an unknown application", at("No", { "app-id": "NONE" }), fieldMissing("No")],
    ["a datastore the roles do not show", at("No", { "datastore-id": "HIDDEN" }), fieldMissing("No")],
    ["a field the roles do not show", at("Secret"), fieldMissing("Secret")],
    [
      "a field of another type",
      at("Name"),
      {
        description: "invalid fieldID in the datastore",
        error: expect.stringMatching(/^specified field\[[0-9a-f]{24}\] is not the auto number type$/),
      },
    ],
    [
      "an unknown branch",
      { ...at("No"), body: { auto_num: 1, branch_key: "NEW" } },
      {
        description: "invalid branch_key for the field",
        error: "could not find branch_key NEW",
        reference_id: "branch_key:NEW",
      },
    ],
    ["no auto_num", { ...at("No"), body: {} }, {}],
    ["a negative one", { ...at("No"), body: { auto_num: -1 } }, {}],
    ["a broken one", { ...at("No"), body: { auto_num: 1.5 } }, {}],
    ["one beyond safe integers", { ...at("No"), body: { auto_num: 9_007_199_254_740_992 } }, {}],
    ["a text", { ...at("No"), body: { auto_num: "1" } }, {}],
  ])("refused with 400 and has_error: %s", async (_, sent, element) => {
    const before = world.hash()
    const answered = await bob.updateAutoNumber({ body: { auto_num: 1 }, ...sent })
    expect([answered.status, answered.body]).toEqual([
      400,
      {
        has_error: true,
        errors: [expect.objectContaining({ error_code: "INVALID_PARAMS", error_level: "ERROR", ...element })],
        result: null,
      },
    ])
    expect(world.hash()).toBe(before)
  })

  test("a field with hide_from_api is unknown, by display ID and by f_id", async () => {
    const fId =
      world
        .view()
        .all("datastores")
        .flatMap(({ fields }) => fields)
        .find((one) => one.hideFromApi)?.fId ?? ""
    const before = world.hash()
    for (const field of ["Quiet", fId]) {
      const { status, body } = await bob.updateAutoNumber({ ...at(field), body: { auto_num: 5 } })
      expect([status, body]).toEqual([
        400,
        {
          has_error: true,
          errors: [
            expect.objectContaining({
              error: `could not find field for ${field}`,
              error_code: "INVALID_PARAMS",
              reference_id: `f_id:${field}`,
            }),
          ],
          result: null,
        },
      ])
    }
    expect(world.hash()).toBe(before)
  })
})
