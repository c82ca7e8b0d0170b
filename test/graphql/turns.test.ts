import { describe, expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { fixtureOf } from "../sample-worlds/fixture-builder.ts"
import { graphqlClient } from "./graphql-client.ts"

const worldWith = (texts: readonly string[]) =>
  createWorld({
    fixture: fixtureOf({
      datastores: {
        DS: {
          fields: { Name: { dataType: "text", as_title: true }, Long: { dataType: "textarea" } },
          items: texts.map((Long, at) => ({ values: { Name: `N${at}`, Long } })),
        },
      },
    }),
  })

const roots = (count: number, selection: string) =>
  Array.from({ length: count }, (_, at) => `r${at}: ${selection}`).join(" ")

test("other requests get a turn between the roots of a document (graphql.md section 1.1)", async () => {
  const world = await worldWith(["x"])
  const client = graphqlClient(world, "ada-token")
  await client.send("{ workspaces { current_workspace_id } }")
  let turns = 0
  let isDone = false
  const count = (): void => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const { errors } = await client.send(`{ ${roots(20, "workspaces { current_workspace_id }")} }`)
  isDone = true
  expect(errors).toEqual([])
  expect(turns).toBeGreaterThanOrEqual(19)
})

test("no further root runs once the results exceed 64 MiB", async () => {
  // Two roots exceed the limit: each returns 36 MiB.
  const world = await worldWith(Array.from({ length: 6 }, () => "x".repeat(6 * 1_048_576)))
  const client = graphqlClient(createApp({ world }), "ada-token")
  const search = '(getItemsParameters: {page: 1, per_page: 0}, datastoreId: "DS", projectId: "APP")'
  const list = `datastoreGetDatastoreItems${search}`
  const create = 'datastoreCreateNewItem(newItemActionParameters: {}, datastoreId: "DS", projectId: "APP") { item_id }'
  const one = await client.send(`mutation { ${roots(1, `${list} { items }`)} last: ${create} }`)
  expect(one.errors).toEqual([])
  const before = world.hash()
  const { data, errors } = await client.send(`mutation { ${roots(2, `${list} { items }`)} last: ${create} }`)
  expect(data).toBeNull()
  expect(errors[0]?.message).toContain("longer than 64 MiB")
  expect(world.hash()).toBe(before)
  // Properties that the document does not select do not count.
  const counted = await client.send(`mutation { ${roots(19, `${list} { totalItems }`)} last: ${create} }`)
  expect(counted.errors).toEqual([])
})

describe("whatever a document selects, the bytes of its results are counted", () => {
  const SEARCH = '(getItemsParameters: {page: 1, per_page: 0}, datastoreId: "DS", projectId: "APP")'
  const list = `datastoreGetDatastoreItems${SEARCH}`
  const CREATE = 'datastoreCreateNewItem(newItemActionParameters: {}, datastoreId: "DS", projectId: "APP") { item_id }'
  const six = "a: items b: items c: items d: items e: items f: items"

  /** Sends a mutation whose last root creates an item. Returns whether that root ran. */
  const sender = async () => {
    // Each selected list of items has 6 MiB.
    const client = graphqlClient(createApp({ world: await worldWith(["x".repeat(6 * 1_048_576)]) }), "ada-token")
    return async (selected: string, rest = ""): Promise<boolean> => {
      const query = `mutation($yes: Boolean = true, $no: Boolean = false) { __typename @include(if: $yes) @skip(if: $no) ${selected} last: ${CREATE} } ${rest}`
      const { data, errors } = await client.send(query)
      for (const { message } of errors) expect(message).toContain("longer than 64 MiB")
      return (data as { last?: unknown } | null)?.last !== undefined
    }
  }

  test.each([
    ["a field that is included", `${list} { ${six.replaceAll("items", "items @include(if: true)")} }`],
    ["a field that a variable includes", `${list} { ${six.replaceAll("items", "items @include(if: $yes)")} }`],
    ["a field that is not skipped", `${list} { ${six.replaceAll("items", "items @skip(if: $no)")} }`],
    ["an inline fragment with a directive", `${list} { ... @include(if: true) { ${six} } }`],
    ["a fragment with a directive", `${list} { ...All @skip(if: $no) }`],
    ["a root with a directive", `${list} @include(if: $yes) { ${six} }`],
    ["fields of a fragment", `${list} { ...All }`],
  ])("%s", async (_, selected) => {
    const send = await sender()
    const type = "fragment All on DatastoreItems"
    const merged = selected.includes("...All") ? `${type} { ${six} }` : ""
    expect(await send(roots(2, selected), merged)).toBe(false)
  })

  test("a root that the document repeats with other selections", async () => {
    const send = await sender()
    const repeated = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"].map(
      (name) => `r: ${list} { ${name}: items }`,
    )
    expect(await send(repeated.join(" "))).toBe(false)
  })

  test.each([
    ["a field that is skipped", `${list} { totalItems ${six.replaceAll("items", "items @skip(if: true)")} }`],
    [
      "a field that a variable leaves out",
      `${list} { totalItems ${six.replaceAll("items", "items @include(if: $no)")} }`,
    ],
    ["a skipped fragment", `${list} { totalItems ... @skip(if: $yes) { ${six} } }`],
    ["all fields of an object", `${list} { ... @include(if: $no) { ${six} } }`],
  ])("%s does not count", async (_, selected) => {
    const send = await sender()
    expect(await send(roots(8, selected))).toBe(true)
  })
})
