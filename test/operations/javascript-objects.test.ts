import { beforeAll, describe, expect, test } from "vitest"
import { createWorld, type Fixture, type World } from "../../src/index.ts"

/** Objects whose content is in no properties would lose it without a word. */

const DATASTORE = { application: "APP", datastore: "DS" }

const fixtureWith = (values: unknown): Fixture =>
  ({
    version: 1,
    users: [{ email: "ada@acme.test" }],
    workspaces: [
      {
        name: "Acme",
        admins: ["ada@acme.test"],
        group: { group_id: "TOP", name: "Top" },
        applications: [
          {
            application_id: "APP",
            name: "App",
            roles: [{ role_id: "ADMIN", name: "admin", users: ["ada@acme.test"] }],
            datastores: [
              { datastore_id: "DS", name: "S", fields: { Code: { dataType: "text" } }, items: [{ values }] },
            ],
          },
        ],
      },
    ],
  }) as Fixture

let world: World
beforeAll(async () => {
  world = await createWorld({ fixture: fixtureWith({}) })
})

const CONTAINERS: readonly (readonly [string, () => object])[] = [
  ["Map", () => new Map([["Code", "x"]])],
  ["Set", () => new Set(["Code"])],
  ["Date", () => new Date(0)],
  ["RegExp", () => /x/],
  ["Promise", () => Promise.resolve({ Code: "x" })],
  ["Error", () => new Error("x")],
  ["String", () => Object("Code")],
  ["Uint8Array", () => new Uint8Array(1)],
  ["ArrayBuffer", () => new ArrayBuffer(1)],
  ["URLSearchParams", () => new URLSearchParams({ Code: "x" })],
  ["FormData", () => new FormData()],
  ["Headers", () => new Headers({ Code: "x" })],
  ["Blob", () => new Blob(["x"])],
  ["WeakMap", () => new WeakMap()],
]

describe.each(CONTAINERS)("a %s", (name, make) => {
  test("is refused as values of an item in process, and nothing is written", async () => {
    const before = world.hash()
    const ada = world.as("ada@acme.test")
    await expect(ada.createItem({ ...DATASTORE, item: make() as never })).rejects.toMatchObject({
      code: "INVALID_PARAMS",
      message: expect.stringContaining("item: expected an object"),
    })
    expect(world.hash()).toBe(before)
  })

  test("is refused as the input of a call, with its kind", async () => {
    const list = world.as("ada@acme.test").itemList as (input: unknown) => Promise<unknown>
    await expect((async () => list(make()))()).rejects.toThrow(
      /expected|required|missing|is no object|unknown property/,
    )
    await expect(
      world.as("ada@acme.test").createItem({ ...DATASTORE, accessKeyUpdates: make() as never }),
    ).rejects.toThrow(`accessKeyUpdates: expected an object, got a ${name}`)
  })

  test("is refused in a fixture, with its place", async () => {
    await expect(createWorld({ fixture: fixtureWith(make()) })).rejects.toThrow(
      "workspaces[0].applications[0].datastores[0].items[0].values: expected an object",
    )
    const settings = { ...fixtureWith({}), settings: make() } as never
    await expect(createWorld({ fixture: settings })).rejects.toThrow("settings: expected an object")
    await expect(createWorld({ fixture: make() as never })).rejects.toThrow("expected an object")
  })
})

test("plain objects, objects without a prototype, and instances of classes are read by their properties", async () => {
  class Deal {
    Code = "x"
  }
  const ada = world.fork().as("ada@acme.test")
  for (const item of [{ Code: "x" }, Object.assign(Object.create(null), { Code: "x" }), new Deal()] as object[]) {
    const { itemId } = await ada.createItem({ ...DATASTORE, item: item as never })
    const { items } = await ada.itemList(DATASTORE)
    expect(items.find((one) => one.itemId === itemId)?.values).toEqual({ Code: "x" })
  }
})

test("a second object is refused, because nothing reads it; the arguments of map are not", async () => {
  const ada = world.as("ada@acme.test")
  const list = ada.itemList as (...inputs: readonly unknown[]) => Promise<unknown>
  await expect(list(DATASTORE, { page: 1 })).rejects.toMatchObject({
    code: "INVALID_PARAMS",
    message: expect.stringContaining("itemList takes one input; put all properties into it"),
  })
  await expect(list(undefined, DATASTORE)).rejects.toThrow("itemList takes one input")
  const login = world.public.login as (...inputs: readonly unknown[]) => Promise<unknown>
  await expect(login({ email: "x" }, { password: "y" })).rejects.toThrow("login takes one input")
  expect(await Promise.all([DATASTORE, DATASTORE].map(list))).toHaveLength(2)
})

test.each([Number.NaN, Number.POSITIVE_INFINITY])("the number %d is named where a number is expected", async (page) => {
  await expect(world.as("ada@acme.test").itemList({ ...DATASTORE, page })).rejects.toThrow(
    `page: expected a number, got ${page}`,
  )
})
