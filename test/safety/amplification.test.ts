import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createWorld } from "../../src/index.ts"
import { countJson } from "../../src/model/index.ts"
import { desk } from "../control/desk.ts"
import { leastRatioOf } from "../processor-time.ts"

const ITEMS = "/applications/DESK/datastores/TICKETS/items"

/** Number of values in parsed JSON, counted in the simplest way. */
const countOf = (value: unknown): number =>
  value !== null && typeof value === "object"
    ? Object.values(value).reduce((sum: number, inner) => sum + countOf(inner), 1)
    : 1

/** Number of properties of the largest object, counted in the simplest way. */
const mostMembers = (value: unknown): number => {
  if (value === null || typeof value !== "object") return 0
  const own = Array.isArray(value) ? 0 : Object.keys(value).length
  return Object.values(value).reduce((most: number, inner) => Math.max(most, mostMembers(inner)), own)
}

const NO_LIMITS = { values: 1e6, members: 1e6 }

describe("how many values a body may hold (control.md section 4)", () => {
  test("are counted in the bytes as they are in what the bytes mean", async () => {
    await fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, "\t"), (value, indent) => {
        const bytes = new TextEncoder().encode(JSON.stringify(value, null, indent))
        expect(countJson(bytes, NO_LIMITS)).toEqual({ values: countOf(value), members: mostMembers(value) })
      }),
      {
        examples: [
          [[[], {}, { "": [] }], 1],
          ['\\"],[', undefined],
          [[{ '"\\': ["\\\\", '"', ","] }], undefined],
        ],
        seed: 1,
      },
    )
  })

  test("counting stops above the limit", () => {
    const list = new TextEncoder().encode(`[${"1,".repeat(1000)}1]`)
    expect(countJson(list, { ...NO_LIMITS, values: 10 }).values).toBe(11)
    const object = new TextEncoder().encode(`[{${'"a":1,'.repeat(1000)}"a":1}]`)
    expect(countJson(object, { ...NO_LIMITS, members: 10 }).members).toBe(11)
  })

  test("100,000 pass, one more is 413, with or without a token, and before anything is parsed", async () => {
    const { api } = await desk()
    const list = (count: number, end: string) => `{"conditions":[${"0,".repeat(count - 3)}0${end}`
    expect((await api("POST", `${ITEMS}/search`, list(100_000, "]}"))).status).toBe(400)
    const tooMany = { error: "the body has more than 100000 values", error_code: "INVALID_PARAMS" }
    expect(await api("POST", `${ITEMS}/search`, list(100_001, "]}"))).toMatchObject({ status: 413 })
    // The body's end is not JSON. The server refuses it before it reads the end.
    expect(await api("POST", "/login", list(100_001, ""), {})).toMatchObject({ status: 413, body: tooMany })
    expect(await api("POST", "/login", list(100_000, ""), {})).toMatchObject({ status: 400 })
  })

  test("a request gives at most 10,000 options, and names at most 1000 datastores", async () => {
    const { api } = await desk()
    const fields = "/applications/DESK/datastores/TICKETS/fields"
    const options = (count: number) => ({
      dataType: "radio",
      name: "Colour",
      options: Array.from({ length: count }, () => ({})),
    })
    const tooMany = { error: "body.options: expected at most 10000 elements" }
    expect(await api("POST", fields, options(10_001))).toMatchObject({ status: 400, body: tooMany })
    const related = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`STORE${at}`, []]))
    const write = (count: number) => api("POST", `${ITEMS}/new`, { item: {}, related_ds_items: related(count) })
    expect(JSON.stringify((await write(1001)).body)).toContain(
      "body.related_ds_items: expected at most 1000 properties",
    )
    expect((await write(1000)).status).toBe(200)
  })

  test("an object may have 10,000 members, one more is 413, before anything is parsed", async () => {
    const { api } = await desk()
    const item = (count: number, end: string) =>
      `{"item":{${Array.from({ length: count }, (_, at) => `"Nothing${at}":1`).join(",")}${end}`
    const tooMany = {
      error: "an object in the body has more than 10000 properties",
      error_code: "INVALID_PARAMS",
    }
    expect(await api("POST", `${ITEMS}/new`, item(10_000, "}}"))).toMatchObject({ status: 400 })
    expect(await api("POST", `${ITEMS}/new`, item(10_001, "}}"))).toMatchObject({ status: 413, body: tooMany })
    expect(await api("POST", "/login", item(10_001, ""), {})).toMatchObject({ status: 413, body: tooMany })
  })

  test("a world that is imported may hold more", async () => {
    const { control } = await desk()
    const answer = await control("POST", "/worlds/main/import", `[${"0,".repeat(100_000)}0]`)
    expect(answer).toMatchObject({ status: 400, body: { errors: [expect.anything()] } })
    const members = (count: number) => Array.from({ length: count }, (_, at) => `"k${at}":0`).join(",")
    const told = await control("POST", "/worlds/main/import", `{${members(100_000)}}`)
    expect([told.status, told.body.errors.length]).toEqual([400, 101])
    expect(await control("POST", "/worlds/main/import", `{${members(100_001)}}`)).toMatchObject({
      status: 413,
      body: { error: "an object in the body has more than 100000 properties" },
    })
  })
})

describe("how many mistakes a refusal tells (control.md section 4)", () => {
  test("a hundred at most, with how many more there are", async () => {
    const { api } = await desk()
    const search = await api("POST", `${ITEMS}/search`, { conditions: Array.from({ length: 900 }, () => 0) })
    expect(search.body.errors).toHaveLength(100)
    expect(search.body.errors.at(-1).description).toBe("at least 2 more mistakes")
    const item = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`Nothing${at}`, 1]))
    const refused = await api("POST", `${ITEMS}/new`, { item })
    expect(refused.body.error).toHaveLength(101)
    expect(refused.body.error.at(-1)).toEqual({
      description: "4900 more findings",
      error_code: "INVALID_PARAMS",
      error_level: "ERROR",
      reference_id: "",
    })
    const related = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`Nowhere${at}`, [{}]]))
    const done = await api("POST", `${ITEMS}/new`, { related_ds_items: related })
    expect([done.status, done.body.error.length, done.body.error[100].description]).toEqual([
      200,
      101,
      "200 more findings",
    ])
  })
})

describe("a world that is imported (control.md section 4)", () => {
  /** Maximum processor time, as a multiple of parsing the JSON. It is 3 to 20, and up to 700 if the server visits every mistake. */
  const MAX_RATIO = 40
  const NOT_TOLD = { path: "", message: "and at least 901 more mistakes" }
  const broken = (members: string) => `{"version":1,"workspaces":[],${members}}`

  test("reads fewer than 5,000 of 20,000 faulty users", async () => {
    const read = new Set<number>()
    const users = Array.from({ length: 20_000 }, (_, at) => {
      const countReads: ProxyHandler<object> = {
        get: (target, name) => {
          read.add(at)
          return Reflect.get(target, name)
        },
      }
      return new Proxy({ email: "a@b.test", unknown: 1 }, countReads)
    })
    await expect(createWorld({ fixture: { version: 1, workspaces: [], users } as never })).rejects.toThrow("users[0]")
    expect(read.size).toBeGreaterThanOrEqual(100)
    expect(read.size).toBeLessThan(5000)
  })

  test.each([
    ["users that are none", `"users":[${"0,".repeat(999_999)}0]`, "users[0]"],
    ["users without an address", `"users":[${"{},".repeat(999_999)}{}]`, "users[0].email"],
    [
      "users with a member that there is not",
      `"users":[${'{"email":"a@b.test","q":1},'.repeat(199_999)}0]`,
      "users[0].q",
    ],
    [
      "users of one address",
      `"users":[${'{"email":"a@b.test"},'.repeat(199_999)}{"email":"a@b.test"}]`,
      "users[1].email",
    ],
  ])("a hundred mistakes are told, of a thousand that are looked at: %s", async (_, members, path) => {
    const { control } = await desk()
    const text = broken(members)
    await control("POST", "/worlds/main/import", broken('"users":[0]'))
    const { result, ratio } = await leastRatioOf(
      MAX_RATIO,
      () => control("POST", "/worlds/main/import", text),
      () => JSON.parse(text),
    )
    const { status, body } = result
    expect([status, body.errors.length, body.errors[0].path, body.errors[100]]).toEqual([400, 101, path, NOT_TOLD])
    expect(body.error).toMatch(/^the fixture has more than 100 mistakes; the first mistake is: /)
    expect(ratio).toBeLessThan(MAX_RATIO)
  })
})
