import * as fc from "fast-check"
import { beforeEach, describe, expect, test } from "vitest"
import { createWorld, type Fixture, type World } from "../../src/index.ts"
import { type ApiClient, apiClient } from "../conformance.ts"

const fixture: Fixture = {
  version: 1,
  clock: { mode: "frozen", now: "2026-01-05T09:00:00Z" },
  users: [
    { email: "ada@acme.test", password: "x", token: "ada-token" },
    { email: "bob@acme.test", password: "x", token: "bob-token" },
  ],
  workspaces: [
    {
      name: "Acme",
      admins: ["ada@acme.test"],
      group: {
        group_id: "ACME",
        name: "Acme",
        members: ["ada@acme.test", "bob@acme.test"],
        roles: [{ application_id: "APP", role_id: "MEMBER" }],
      },
      applications: [
        {
          application_id: "APP",
          name: "App",
          roles: [{ role_id: "ADMIN", name: "admin", users: ["ada@acme.test"] }],
          datastores: [
            {
              datastore_id: "ORDERS",
              name: "Orders",
              fields: {
                Name: { dataType: "text", as_title: true, unique: true },
                No: { dataType: "autonum", autonum: { prefix: "INV-", zero_padding: true, digit: 4 } },
                Plain: { dataType: "autonum", autonum: { prefix: "P", start: 41, branches: { TKY_: 11, "": 5 } } },
                Nine: { dataType: "autonum", autonum: { zero_padding: true, digit: 9, branches: { "KYO-": 6 } } },
                Secret: { dataType: "autonum", roles: ["ADMIN"] },
              },
            },
            { datastore_id: "HIDDEN", name: "Hidden", roles: ["ADMIN"], fields: { No: { dataType: "autonum" } } },
          ],
        },
      ],
    },
  ],
}

let world: World
let ada: ApiClient
let bob: ApiClient

beforeEach(async () => {
  world = await createWorld({ fixture })
  ada = apiClient(world, "ada-token")
  bob = apiClient(world, "bob-token")
})

const at = (field: string, place: Record<string, string> = {}) => ({
  params: { "app-id": "APP", "datastore-id": "ORDERS", "field-id": field, ...place },
})

const draw = async (field: string, query: Record<string, string | number | boolean> = {}) =>
  (await bob.getAutoNumber({ ...at(field), query })).body.result

const set = async (field: string, body: unknown) => (await bob.updateAutoNumber({ ...at(field), body })).body

const create = async (name: string, more: Record<string, unknown> = {}) => {
  const { status, body } = await ada.createItem({
    params: { "app-id": "APP", "datastore-id": "ORDERS" },
    body: { item: { Name: name }, return_item_result: true, return_display_id: true, ...more },
  })
  return { status, item: body.item as Record<string, string> | undefined }
}

describe("UpdateAutoNumber, api.md section 6.6", () => {
  test("without a branch key it sets the counter of item creation: the number issued last", async () => {
    expect(await set("No", { auto_num: 12 })).toEqual({ has_error: false, result: { number: "INV-0012", value: 12 } })
    expect((await create("a")).item?.No).toBe("INV-0013")
    expect((await draw("No")).value).toBe("INV-0001")
  })

  test("an empty branch key is the counter of GetAutoNumber without one", async () => {
    expect(await set("Nine", { auto_num: 7, branch_key: "" })).toEqual({
      has_error: false,
      result: { number: "000000007", value: 7 },
    })
    expect(await draw("Nine")).toEqual({ number: 8, value: "000000008" })
    expect((await create("a")).item?.Nine).toBe("000000001")
  })

  test("a branch key is that branch, in front of the number", async () => {
    expect(await set("Nine", { auto_num: 7, branch_key: "KYO-" })).toMatchObject({
      result: { number: "KYO-000000007", value: 7 },
    })
    expect(await draw("Nine", { branch_key: "KYO-" })).toEqual({ number: 8, value: "KYO-000000008" })
  })

  test("0 and the largest safe integer are numbers, internal IDs and null are understood", async () => {
    expect((await set("No", { auto_num: 0, branch_key: null })).result.value).toBe(0)
    const view = world.view()
    const [datastore] = view.table("datastores").toArray()
    const fId = datastore?.fields.find(({ displayId }) => displayId === "No")?.fId ?? ""
    const place = { "app-id": datastore?.pId ?? "", "datastore-id": datastore?.dId ?? "", "field-id": fId }
    const answered = await bob.updateAutoNumber({ params: place, body: { auto_num: Number.MAX_SAFE_INTEGER } })
    expect(answered.body.result).toEqual({ number: "INV-9007199254740991", value: Number.MAX_SAFE_INTEGER })
  })

  test("a counter at its end gives no number twice: item creation and GetAutoNumber are refused", async () => {
    await set("No", { auto_num: Number.MAX_SAFE_INTEGER })
    await set("No", { auto_num: Number.MAX_SAFE_INTEGER, branch_key: "" })
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
})

describe("GetAutoNumber, api.md section 18.4", () => {
  test("issues the next number of the branchless counter, of a branch, of a new branch", async () => {
    expect(await draw("Plain")).toEqual({ number: 6, value: "P6" })
    expect(await draw("Plain", { branch_key: "" })).toEqual({ number: 7, value: "P7" })
    expect(await draw("Plain", { branch_key: "TKY_" })).toEqual({ number: 12, value: "PTKY_12" })
    expect(await draw("Plain", { branch_key: "NEW" })).toEqual({ number: 1, value: "PNEW1" })
    expect(await draw("Plain", { branch_key: "NEW" })).toEqual({ number: 2, value: "PNEW2" })
    expect((await create("a")).item?.Plain).toBe("P42")
    expect((await set("Plain", { auto_num: 9, branch_key: "NEW" })).result.number).toBe("PNEW9")
  })

  test("zero_padding and digit win over the field's settings, and never cut a number", async () => {
    expect((await draw("No", { zero_padding: false })).value).toBe("INV-1")
    expect((await draw("No", { digit: 6 })).value).toBe("INV-000002")
    expect((await draw("Plain", { zero_padding: true, digit: 4 })).value).toBe("P0006")
    expect((await draw("Plain", { zero_padding: true })).value).toBe("P7")
    await set("No", { auto_num: 12_345, branch_key: "" })
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
})

test("counters are gap-free and issue no number twice, whatever is refused or rolled back in between", async () => {
  const step = fc.constantFrom("create", "refused", "aborted", "draw", "branch", "fork")
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      world = await createWorld({ fixture })
      ada = apiClient(world, "ada-token")
      bob = apiClient(world, "bob-token")
      const issued: Record<string, string[]> = { create: [], draw: [], branch: [] }
      for (const [index, one] of steps.entries()) {
        if (one === "create") issued.create?.push((await create(`n${index}`)).item?.No ?? "")
        if (one === "draw") issued.draw?.push((await draw("No")).value)
        if (one === "branch") issued.branch?.push((await draw("No", { branch_key: "B" })).value)
        if (one === "fork") await apiClient(world.fork(), "bob-token").getAutoNumber(at("No"))
        if (one === "refused")
          expect((await create("x".repeat(5), { item: { Name: "taken", Nothing: 1 } })).status).toBe(400)
        if (one === "aborted") {
          const related = {
            ORDERS: [
              { operation: 1, item: { Name: "r" } },
              { operation: 2, i_id: "f".repeat(24), item: {} },
            ],
          }
          const aborted = await create(`n${index}`, { ensure_transaction: true, related_ds_items: related })
          expect(aborted.status).toBeGreaterThanOrEqual(400)
        }
      }
      const expected = (prefix: string, count = 0) =>
        Array.from({ length: count }, (_, n) => `INV-${prefix}${String(n + 1).padStart(4, "0")}`)
      expect(issued).toEqual({
        create: expected("", issued.create?.length),
        draw: expected("", issued.draw?.length),
        branch: expected("B", issued.branch?.length),
      })
    }),
    { numRuns: 40, seed: 16 },
  )
})
