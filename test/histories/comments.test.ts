import { expect, test } from "vitest"
import type { World } from "../../src/index.ts"
import { at, itemOf, office, refusal, seeded, unchanged } from "../items/office.ts"

const NOWHERE = "0".repeat(24)

const histories = (world: World) => world.view().table("histories").toArray()
const onlyHistory = (world: World): string => histories(world)[0]?.historyId ?? ""
const on = (iId: string, historyId: string) => ({ ...at("Deals", iId), "history-id": historyId })

test("a comment is a history without an action; the item stays as it is", async () => {
  const { world, bob } = await office()
  const item = seeded(world, "Deals", 0)
  const { status, body } = await bob.postItemComment({ params: at("Deals", item.iId), body: { comment: "well done" } })
  expect(status).toBe(200)
  expect(body).toBeNull()
  expect(itemOf(world, "Deals", item.iId)).toBe(item)
  expect(histories(world)).toMatchObject([{ comment: "well done", action: null, isUpdated: false, updatedBy: null }])
})

test("everybody else has it unread, until they fetch it", async () => {
  const { world, ada, bob } = await office()
  const { iId } = seeded(world, "Deals", 0)
  await bob.postItemComment({ params: at("Deals", iId), body: { comment: "news" } })
  const unread = async (who: typeof ada) => (await who.getItemHistories({ params: at("Deals", iId) })).body.unread
  expect(await unread(bob)).toBe(0)
  expect(await unread(ada)).toBe(1)
  expect(await unread(ada)).toBe(0)
})

test("posting is refused without a text, on a missing item, in a missing place", async () => {
  const { world, ada } = await office()
  const { iId } = seeded(world, "Deals", 0)
  const post = (params: Record<string, string>, body: object) =>
    unchanged(world, () => ada.postItemComment({ params, body }))
  for (const body of [{}, { comment: "" }, { comment: 5 }]) {
    const refused = await post(at("Deals", iId), body)
    expect(refusal(refused)).toEqual({ status: 400, body: { error: expect.any(String), error_code: "INVALID_PARAMS" } })
  }
  expect(refusal(await post(at("Deals", NOWHERE), { comment: "x" }))).toEqual({
    status: 404,
    body: {
      error: "NOT_FOUND",
      errors: [
        {
          description: `item not found for i_id:${NOWHERE}`,
          error: "not found",
          error_code: "NOT_FOUND",
          error_level: "ERROR",
          reference_id: NOWHERE,
        },
      ],
    },
  })
  expect(refusal(await post(at("Nope", iId), { comment: "x" }))).toMatchObject({
    status: 404,
    body: { error_code: "NOT_FOUND" },
  })
})

test("the author and an ADMIN of the application change and delete comments, nobody else", async () => {
  const { world, ada, bob, carol } = await office()
  const { iId } = seeded(world, "Deals", 0)
  await bob.postItemComment({ params: at("Deals", iId), body: { comment: "first" } })
  const params = on(iId, onlyHistory(world))
  const denied = await unchanged(world, () => carol.updateItemComment({ params, body: { comment: "mine" } }))
  expect(refusal(denied)).toEqual({ status: 403, body: { error: "no privileges to update history" } })
  // Who may not change it is told so whatever else is wrong (errors.md section 2).
  for (const body of [{ comment: "" }, {}, { comment: 5 }] as { comment: string }[]) {
    const faulty = await unchanged(world, () => carol.updateItemComment({ params, body }))
    expect(refusal(faulty)).toEqual({ status: 403, body: { error: "no privileges to update history" } })
  }
  const kept = await unchanged(world, () => carol.deleteItemComment({ params }))
  expect(refusal(kept)).toEqual({ status: 403, body: { error: "no privileges to delete history" } })
  const { user } = await world.as("ada@acme.test").getUserInfo()
  for (const who of [bob, ada]) {
    const changed = await who.updateItemComment({ params, body: { comment: "second" } })
    expect(changed.status).toBe(200)
    expect(changed.body).toBeNull()
  }
  expect(histories(world)).toMatchObject([{ comment: "second", isUpdated: true, updatedBy: user.uId }])
  expect((await unchanged(world, () => bob.updateItemComment({ params, body: { comment: "" } }))).status).toBe(400)
  const lost = { ...params, "history-id": "0".repeat(24) }
  expect((await unchanged(world, () => bob.updateItemComment({ params: lost, body: { comment: "" } }))).status).toBe(
    400,
  )
  const gone = await ada.deleteItemComment({ params })
  expect(gone.status).toBe(200)
  expect(gone.body).toBeNull()
  expect(histories(world)).toEqual([])
  const again = await unchanged(world, () => bob.deleteItemComment({ params }))
  expect(refusal(again)).toMatchObject({ status: 404, body: { error_code: "NOT_FOUND" } })
})

test("the history of an action stays, its comment is its author's", async () => {
  const { world, ada, bob } = await office()
  const { iId } = seeded(world, "Deals", 0)
  await bob.updateItem({ params: at("Deals", iId), body: { rev_no: 1, comment: "before" } })
  const params = on(iId, onlyHistory(world))
  for (const who of [ada, bob]) {
    expect((await unchanged(world, () => who.deleteItemComment({ params }))).status).toBe(403)
  }
  expect((await unchanged(world, () => ada.updateItemComment({ params, body: { comment: "x" } }))).status).toBe(403)
  expect((await bob.updateItemComment({ params, body: { comment: "after" } })).status).toBe(200)
  expect(histories(world)).toMatchObject([{ comment: "after", isUpdated: true }])
})

test("a comment of a missing item, or of another one, is not found", async () => {
  const { world, ada } = await office()
  const [first, second] = [seeded(world, "Deals", 0).iId, seeded(world, "Deals", 1).iId]
  await ada.postItemComment({ params: at("Deals", first), body: { comment: "x" } })
  const historyId = onlyHistory(world)
  const update = (iId: string, id: string) =>
    unchanged(world, () => ada.updateItemComment({ params: on(iId, id), body: { comment: "y" } }))
  expect(refusal(await update(NOWHERE, historyId))).toMatchObject({
    status: 404,
    body: { error: "NOT_FOUND", errors: [{}] },
  })
  expect(refusal(await update(second, historyId))).toMatchObject({ status: 404, body: { error_code: "NOT_FOUND" } })
  expect(refusal(await update(first, NOWHERE))).toMatchObject({ status: 404, body: { error_code: "NOT_FOUND" } })
})

test("a deleted comment is no longer counted as unread", async () => {
  const { world, ada, bob } = await office()
  const { iId } = seeded(world, "Deals", 0)
  await bob.postItemComment({ params: at("Deals", iId), body: { comment: "one" } })
  await ada.getItemHistories({ params: at("Deals", iId) })
  await bob.deleteItemComment({ params: on(iId, onlyHistory(world)) })
  expect(
    world
      .view()
      .table("readMarks")
      .toArray()
      .flatMap(({ historyIds }) => historyIds),
  ).toEqual([])
  expect((await ada.getItemHistories({ params: at("Deals", iId) })).body).toEqual({ unread: 0, histories: [] })
})
