import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import type { Fixture } from "../../../src/fixtures/index.ts"
import { linearPatterns } from "../../../src/items/index.ts"
import { textTest } from "../../../src/items/search/text-match.ts"
import { noPatterns } from "../../../src/ports/index.ts"
import { createWorld, type World } from "../../../src/world/index.ts"
import { DESK } from "../../control/desk.ts"

const at = { app: "DESK", ds: "TICKETS" }

/** A desk with `count` tickets with long subjects. */
async function longTickets(count: number, characters: number): Promise<World> {
  const fixture = structuredClone(DESK) as Fixture
  const datastore = fixture.workspaces[0]?.applications?.[0]?.datastores?.[0]
  if (datastore === undefined) throw new Error("no datastore")
  datastore.items = Array.from({ length: count }, () => ({
    values: { Subject: "a".repeat(characters) },
    status: "New",
  }))
  return createWorld({ fixture })
}

const search = async (world: World, body: object) => {
  const path = `/api/v0/applications/${at.app}/datastores/${at.ds}/items/search`
  const answer = await createApp({ world }).fetch(
    new Request(`http://hexarium${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer ada-fixed-token-1" },
      body: JSON.stringify({ page: 1, per_page: 0, use_display_id: true, ...body }),
    }),
  )
  const { items, totalItems, ...rest } = (await answer.json()) as { items: unknown[]; totalItems: number }
  return { status: answer.status, items: items?.length, totalItems, rest }
}

const patterns = (count: number, pattern: (at: number) => string) => ({
  conditions: [{ id: "Subject", search_value: Array.from({ length: count }, (_, at) => pattern(at)) }],
})

describe("what a search may take (model.md section 11)", () => {
  test("a search whose patterns take too long together times out: 200, no items, the count -1", async () => {
    const pattern = (at: number) => `b${at}`
    const world = await longTickets(80, 300_000)
    const late = await search(world, patterns(50, pattern))
    expect([late.status, late.items, late.totalItems]).toEqual([200, 0, -1])
    const uncounted = await search(world, { ...patterns(50, pattern), omit_total_items: true })
    expect([uncounted.items, uncounted.totalItems]).toEqual([0, 0])
    const found = await search(
      world,
      patterns(1, () => "aaa"),
    )
    expect([found.items, found.totalItems]).toEqual([80, 80])
  })

  test("the times of literals, linear and guarded patterns count together", async () => {
    await linearPatterns.load()
    const cost = { worked: 300, explained: 1000, untimed: 100, guarded: 0 }
    const search = { cost, wallClock: { now: () => 0 }, patterns: noPatterns, forEach: () => {} }
    const [literal, linear] = ["abc", "a+b"].map((source) => textTest(search, source, () => []))
    expect([literal?.("abc"), linear?.("xab")]).toEqual([true, true])
    cost.guarded = 101
    for (const test of [literal, linear]) {
      expect(() => test?.("abc")).toThrow(expect.objectContaining({ code: "SEARCH_TIMEOUT" }))
    }
  })

  test("the search refuses more than 50 patterns and more than 20 sort fields", async () => {
    const world = await longTickets(2, 10)
    expect(
      (
        await search(
          world,
          patterns(50, () => "a"),
        )
      ).items,
    ).toBe(2)
    expect(
      await search(
        world,
        patterns(51, () => "a"),
      ),
    ).toMatchObject({ status: 400 })
    const sorts = (count: number) => ({
      sort_fields: Array.from({ length: count }, () => ({ id: "title", order: "asc" })),
    })
    expect((await search(world, sorts(20))).items).toBe(2)
    expect(await search(world, sorts(21))).toMatchObject({ status: 400 })
  })
})
