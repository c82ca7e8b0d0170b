import { expect, test } from "vitest"
import { createWorld } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

// This is the only test of this file, because the engine for patterns is loaded once per process.
test("the first search of a process may be for full-width punctuation", async () => {
  const world = await createWorld({
    fixture: fixtureOf({
      datastores: {
        DS: {
          fields: { Title: { dataType: "text", as_title: true } },
          items: [{ values: { Title: "（株）青井" } }, { values: { Title: "株青井" } }],
        },
      },
    }),
  })
  const found = await world.as("ada@acme.test").itemList({
    application: "APP",
    datastore: "DS",
    conditions: [{ id: "Title", searchValue: ["（株）"] }],
  })
  expect(found.items.map(({ title }) => title)).toEqual(["（株）青井"])
})
