import { expect, test } from "vitest"
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
  // Four roots exceed the limit: each returns 18 MiB.
  const world = await worldWith(Array.from({ length: 24 }, () => "x".repeat(786_432)))
  const client = graphqlClient(createApp({ world }), "ada-token")
  const search = '(getItemsParameters: {page: 1, per_page: 0}, datastoreId: "DS", projectId: "APP")'
  const list = `datastoreGetDatastoreItems${search}`
  const create = 'datastoreCreateNewItem(newItemActionParameters: {}, datastoreId: "DS", projectId: "APP") { item_id }'
  const three = await client.send(`mutation { ${roots(3, `${list} { items }`)} last: ${create} }`)
  expect(three.errors).toEqual([])
  const before = world.hash()
  const { data, errors } = await client.send(`mutation { ${roots(4, `${list} { items }`)} last: ${create} }`)
  expect(data).toBeNull()
  expect(errors[0]?.message).toContain("longer than 64 MiB")
  expect(world.hash()).toBe(before)
  // Properties that the document does not select do not count.
  const counted = await client.send(`mutation { ${roots(19, `${list} { totalItems }`)} last: ${create} }`)
  expect(counted.errors).toEqual([])
})
