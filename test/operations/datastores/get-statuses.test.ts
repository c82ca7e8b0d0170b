import { describe, expect, test } from "vitest"
import { createWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { dig } from "../../dig.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"
import { bob, givenDeals, statuses } from "./deals.ts"

givenDeals()

const namedStatuses = () =>
  createWorld({
    fixture: {
      ...fixtureOf({
        datastores: {
          DS: {
            fields: {},
            statuses: { a: { name: "甲" }, b: { name: { en: "B" } }, c: { name: { en: "C", ja: "丙" } } },
          },
        },
      }),
      settings: { lang: "ja" },
    },
  })

describe("GetStatuses", () => {
  test("returns statuses in sort_id order, with names in both languages: a missing half is the other", () => {
    expect(statuses).toEqual(
      ["Open", "Won", "Lost"].map((name, at) => ({
        display_id: name.toLowerCase(),
        name: { en: name, ja: name },
        displayed_name: name,
        status_id: expect.stringMatching(/^[0-9a-f]{24}$/),
        sort_id: at,
        x: expect.any(Number),
        y: expect.any(Number),
      })),
    )
  })

  test("each half of a name as the fixture writes it", async () => {
    const named = await namedStatuses()
    expect(
      dig<{ name: unknown }[]>(
        (await apiClient(named, "ada-token").getStatuses({ params: { "datastore-id": "DS" } })).body,
      ),
    ).toMatchObject([
      { name: { en: "甲", ja: "甲" }, displayed_name: "甲" },
      { name: { en: "B", ja: "B" }, displayed_name: "B" },
      { name: { en: "C", ja: "丙" }, displayed_name: "丙" },
    ])
  })

  test("none in a datastore without", async () => {
    expect((await bob.getStatuses({ params: { "datastore-id": "CUSTOMERS" } })).body).toEqual([])
  })
})
