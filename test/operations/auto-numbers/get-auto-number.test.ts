import { describe, expect, test } from "vitest"
import { at, bob, create, draw, givenOrders, setNumber, world } from "./orders.ts"

givenOrders()

describe("GetAutoNumber, api.md section 18.4", () => {
  test("issues the next number of the branchless counter, of a branch, of a new branch", async () => {
    expect(await draw("Plain")).toEqual({ number: 6, value: "P6" })
    expect(await draw("Plain", { branch_key: "" })).toEqual({ number: 7, value: "P7" })
    expect(await draw("Plain", { branch_key: "TKY_" })).toEqual({ number: 12, value: "PTKY_12" })
    expect(await draw("Plain", { branch_key: "NEW" })).toEqual({ number: 1, value: "PNEW1" })
    expect(await draw("Plain", { branch_key: "NEW" })).toEqual({ number: 2, value: "PNEW2" })
    expect((await create("a")).item?.Plain).toBe("P42")
    expect((await setNumber("Plain", { auto_num: 9, branch_key: "NEW" })).result.number).toBe("PNEW9")
  })

  test("zero_padding and digit win over the field's settings, and never cut a number", async () => {
    expect((await draw("No", { zero_padding: false })).value).toBe("INV-1")
    expect((await draw("No", { digit: 6 })).value).toBe("INV-000002")
    expect((await draw("Plain", { zero_padding: true, digit: 4 })).value).toBe("P0006")
    expect((await draw("Plain", { zero_padding: true })).value).toBe("P7")
    await setNumber("No", { auto_num: 12_345, branch_key: "" })
    expect((await draw("No", { digit: 2 })).value).toBe("INV-12346")
  })

  test.each([
    ["an unknown field", at("Nothing"), {}],
    ["a field of another type", at("Name"), {}],
    ["a digit that is none", at("No"), { digit: "x" }],
    ["a negative digit", at("No"), { digit: -1 }],
    ["a huge digit", at("No"), { digit: 100_000_000 }],
  ])("refused with 400: %s", async (_, place, query) => {
    const before = world.hash()
    const answered = await bob.getAutoNumber({ ...place, query })
    expect([answered.status, answered.body]).toEqual([
      400,
      { has_error: true, errors: [expect.objectContaining({ error_code: "INVALID_PARAMS" })], result: null },
    ])
    expect(world.hash()).toBe(before)
  })

  test("a digit out of bounds is named, with the reason beside it (errors.md section 1)", async () => {
    const { body } = await bob.getAutoNumber({ ...at("No"), query: { digit: -1 } })
    expect(body).toMatchObject({
      errors: [{ description: "digit", error: expect.stringContaining("received -1"), reference_id: "digit" }],
    })
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
      const { status, body } = await bob.getAutoNumber({ ...at(field), query: {} })
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
