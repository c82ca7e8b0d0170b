import { beforeEach, describe, expect, test } from "vitest"
import type { ApiClient } from "../../conformance.ts"
import { dig } from "../../dig.ts"
import { IDS } from "../items/read-world.ts"
import { ada, bob, type Entry, givenEntries, on, read, say, world } from "./entries.ts"

givenEntries()

const comments = ({ histories }: { histories: Entry[] }) => histories.map(({ comment }) => comment)

const update = (api: ApiClient, comment: string) =>
  api.updateItem({ params: on(IDS.full), body: { comment, is_force_update: true, item: { Title: comment } } })

describe("entries", () => {
  test("an action and a comment, newest first, with who and what", async () => {
    await update(ada, "changed")
    await world.clock.advance("1m")
    await say(ada, "see above")
    const { unread, histories } = await read(bob)
    expect(unread).toBe(2)
    const [comment, action] = histories
    const uId = (await world.raw.as("ada@acme.test").getUserInfo()).user.uId
    const shared = {
      history_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      is_unread: true,
      is_updated: false,
      datastore_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      datastore_name: "Deals",
      user_id: uId,
      username: "Ada",
      email: "ada@acme.test",
      media_link: `http://hexarium/api/v0/public/userinfo/profilepic/${uId}`,
    }
    expect(comment).toEqual({
      ...shared,
      comment: "see above",
      display_order: 0,
      created_at: "2026-01-05T09:01:00.000Z",
      updated_at: "2026-01-05T09:01:00.000Z",
    })
    expect(action).toEqual({
      ...shared,
      comment: "changed",
      display_order: 1,
      created_at: "2026-01-05T09:00:00.000Z",
      updated_at: "2026-01-05T09:00:00.000Z",
      action_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      action_name: "Update",
      action_operation: "2",
      is_status_action: false,
      transaction_id: expect.stringMatching(/./),
    })
  })

  test("a changed comment says so", async () => {
    await say(ada, "first")
    const [entry] = (await read(ada)).histories
    const params = { ...on(IDS.full), "history-id": String(entry?.history_id) }
    await ada.updateItemComment({ params, body: { comment: "second" } })
    expect((await read(ada)).histories[0]).toMatchObject({
      comment: "second",
      is_updated: true,
      updated_by: entry?.user_id,
    })
  })

  test("a status action says so", async () => {
    const params = { ...on(IDS.full), "action-id": "Win" }
    await bob.executeAction({ params, body: { is_force_update: true } })
    expect((await read(bob)).histories[0]).toMatchObject({ action_name: "Win", is_status_action: true })
  })

  test("entries of one instant stand in the order they were made, the last first", async () => {
    for (const text of ["1", "2", "3"]) await say(ada, text)
    expect(comments(await read(bob))).toEqual(["3", "2", "1"])
  })

  test("an item without any, as loaded from a fixture", async () => {
    expect(await read(bob)).toEqual({ unread: 0, histories: [] })
  })
})

describe("what is asked for", () => {
  beforeEach(async () => {
    for (let at = 0; at < 130; at += 1) {
      await say(ada, `c${at}`)
      await world.clock.advance("1s")
    }
  })

  test("30 by default, from_index inclusive, to_index exclusive, 100 at most", async () => {
    expect(comments(await read(bob))).toHaveLength(30)
    expect(comments(await read(bob, { from_index: 2, to_index: 4 }))).toEqual(["c127", "c126"])
    expect(comments(await read(bob, { to_index: 200 }))).toHaveLength(100)
    expect(comments(await read(bob, { from_index: 10, to_index: 200 }))[0]).toBe("c119")
    expect(comments(await read(bob, { from_index: 10, to_index: 200 }))).toHaveLength(100)
    expect(comments(await read(bob, { from_index: 120, to_index: 140 }))).toHaveLength(10)
    expect(comments(await read(bob, { from_index: 500, to_index: 600 }))).toEqual([])
    expect(comments(await read(bob, { from_index: 5, to_index: 3 }))).toEqual([])
  })

  test("display_order is the place in the answer", async () => {
    const { histories } = await read(bob, { from_index: 50, to_index: 53 })
    expect(histories.map((entry) => entry.display_order)).toEqual([0, 1, 2])
  })

  test("from_datetime and to_datetime, both included", async () => {
    const span = { from_datetime: "2026-01-05T09:00:05Z", to_datetime: "2026-01-05T09:00:07.000Z" }
    expect(comments(await read(bob, span))).toEqual(["c7", "c6", "c5"])
    expect(comments(await read(bob, { to_datetime: "2026-01-05T09:00:01Z" }))).toEqual(["c1", "c0"])
  })

  test("unread counts everything, whatever is asked for, and only what was answered becomes read", async () => {
    expect((await read(bob, { from_index: 0, to_index: 2 })).unread).toBe(130)
    const { unread, histories } = await read(bob, { from_index: 1, to_index: 4 })
    expect(unread).toBe(128)
    expect(histories.map((entry) => entry.is_unread)).toEqual([false, true, true])
    expect((await read(bob, { to_datetime: "2020-01-01T00:00:00Z" })).unread).toBe(126)
    expect((await read(bob)).unread).toBe(126)
  })
})

test("actions or comments can be left out, and what is left out stays unread", async () => {
  await update(ada, "changed")
  await say(ada, "said")
  expect(comments(await read(bob, { exclude_action_history: true }))).toEqual(["said"])
  expect(await read(bob, { exclude_comment_history: true })).toMatchObject({
    unread: 1,
    histories: [{ comment: "changed", is_unread: true }],
  })
  expect(comments(await read(bob, { exclude_action_history: true, exclude_comment_history: true }))).toEqual([])
})

describe("unread", () => {
  const unreadInList = async (api: ApiClient, body: object = {}) => {
    const conditions = [{ id: "i_id", search_value: [IDS.full] }]
    const { body: answer } = await api.itemList({ params: on(IDS.full), body: { conditions, ...body } })
    return dig<string>(answer, "items", 0, "unread")
  }

  test("everybody but the author has it unread until they fetch it", async () => {
    await say(ada, "one")
    await update(bob, "two")
    expect([await unreadInList(ada), await unreadInList(bob)]).toEqual(["1", "1"])
    expect((await read(bob)).histories.map(({ comment, is_unread: unread }) => [comment, unread])).toEqual([
      ["two", false],
      ["one", true],
    ])
    expect([await unreadInList(ada), await unreadInList(bob)]).toEqual(["1", "0"])
    expect((await read(bob)).histories.every(({ is_unread: unread }) => unread === false)).toBe(true)
  })

  test("lists count what the exclusions leave, and can be narrowed to unread items", async () => {
    await update(ada, "changed")
    await say(ada, "said")
    await say(ada, "said again")
    expect(await unreadInList(bob)).toBe("3")
    expect(await unreadInList(bob, { exclude_action_history: true })).toBe("2")
    expect(await unreadInList(bob, { exclude_comment_history: true })).toBe("1")
    const count = async (api: ApiClient, body: object) =>
      dig<number>((await api.itemList({ params: on(IDS.full), body })).body, "totalItems")
    expect(await count(bob, { unread_only: true })).toBe(1)
    expect(await count(ada, { unread_only: true })).toBe(0)
    expect(await count(bob, { conditions: [{ id: "unread", search_value: ["3", "3"] }] })).toBe(1)
    expect(
      await count(bob, { conditions: [{ id: "unread", search_value: ["3"] }], exclude_action_history: true }),
    ).toBe(0)
    await read(bob, { exclude_action_history: true })
    expect(await count(bob, { unread_only: true })).toBe(1)
    expect(await count(bob, { unread_only: true, exclude_action_history: true })).toBe(0)
  })

  test("reading the details marks nothing", async () => {
    await say(ada, "one")
    await bob.getItemDetails({ params: on(IDS.full) })
    expect(await unreadInList(bob)).toBe("1")
  })

  test("reading again changes nothing", async () => {
    await say(ada, "one")
    const fresh = world.hash()
    await read(ada)
    expect(world.hash()).toBe(fresh)
    await read(bob)
    const marked = world.hash()
    expect(marked).not.toBe(fresh)
    await read(bob)
    expect(world.hash()).toBe(marked)
  })
})

describe("what is refused", () => {
  test.each([
    ["an unknown item", "0".repeat(24)],
    ["an invisible item", IDS.bobs],
  ])("%s: 404 with the errors array, and nothing changes", async (_, item) => {
    const before = world.hash()
    for (const answer of [
      await ada.getItemHistories({ params: on(item) }),
      await ada.getItemHistoriesOld({ params: on(item) }),
    ]) {
      expect(answer.status).toBe(404)
      expect(answer.body).toMatchObject({
        error: "NOT_FOUND",
        errors: [{ error_code: "NOT_FOUND", reference_id: item }],
      })
    }
    expect(world.hash()).toBe(before)
  })

  test.each([
    { from_index: "x" },
    { to_index: "1.5" },
    { from_datetime: "yesterday" },
    { to_datetime: "2026-13-01T00:00:00Z" },
  ])("%j: 400", async (query) => {
    const { status, body } = await bob.getItemHistories({ params: on(IDS.full), query: query as never })
    expect([status, dig(body, "error_code")]).toEqual([400, "INVALID_PARAMS"])
  })

  test("an unknown place: 404, flat", async () => {
    const { status, body } = await bob.getItemHistories({ params: { ...on(IDS.full), "datastore-id": "NOPE" } })
    expect([status, body]).toEqual([404, { error: expect.any(String), error_code: "NOT_FOUND" }])
  })
})
