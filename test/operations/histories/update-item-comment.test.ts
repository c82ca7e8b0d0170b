import { expect, test } from "vitest"
import { at, expectUnchanged, fixtureItem, office, refusal, UNKNOWN_ID } from "../items/office.ts"
import { histories, on, onlyHistory } from "./of-items.ts"

test("the author and an ADMIN of the application change comments, nobody else", async () => {
  const { world, ada, bob, carol } = await office()
  const { iId } = fixtureItem(world, "Deals", 0)
  await bob.postItemComment({ params: at("Deals", iId), body: { comment: "first" } })
  const params = on(iId, onlyHistory(world))
  const denied = await expectUnchanged(world, () => carol.updateItemComment({ params, body: { comment: "mine" } }))
  expect(refusal(denied)).toEqual({ status: 403, body: { error: "no privileges to update history" } })
  // A user who may not change the comment gets this refusal even if the body is faulty (errors.md section 2).
  for (const body of [{ comment: "" }, {}, { comment: 5 }] as { comment: string }[]) {
    const faulty = await expectUnchanged(world, () => carol.updateItemComment({ params, body }))
    expect(refusal(faulty)).toEqual({ status: 403, body: { error: "no privileges to update history" } })
  }
  const { user } = await world.raw.as("ada@acme.test").getUserInfo()
  for (const who of [bob, ada]) {
    const changed = await who.updateItemComment({ params, body: { comment: "second" } })
    expect(changed.status).toBe(200)
    expect(changed.body).toBeNull()
  }
  expect(histories(world)).toMatchObject([{ comment: "second", isUpdated: true, updatedBy: user.uId }])
  expect((await expectUnchanged(world, () => bob.updateItemComment({ params, body: { comment: "" } }))).status).toBe(
    400,
  )
  const lost = { ...params, "history-id": UNKNOWN_ID }
  expect(
    (await expectUnchanged(world, () => bob.updateItemComment({ params: lost, body: { comment: "" } }))).status,
  ).toBe(400)
})

test("the comment of an action is its author's", async () => {
  const { world, ada, bob } = await office()
  const { iId } = fixtureItem(world, "Deals", 0)
  await bob.updateItem({ params: at("Deals", iId), body: { rev_no: 1, comment: "before" } })
  const params = on(iId, onlyHistory(world))
  expect((await expectUnchanged(world, () => ada.updateItemComment({ params, body: { comment: "x" } }))).status).toBe(
    403,
  )
  expect((await bob.updateItemComment({ params, body: { comment: "after" } })).status).toBe(200)
  expect(histories(world)).toMatchObject([{ comment: "after", isUpdated: true }])
})

test("a comment of a missing item, or of another one, is not found", async () => {
  const { world, ada } = await office()
  const [first, second] = [fixtureItem(world, "Deals", 0).iId, fixtureItem(world, "Deals", 1).iId]
  await ada.postItemComment({ params: at("Deals", first), body: { comment: "x" } })
  const historyId = onlyHistory(world)
  const update = (iId: string, id: string) =>
    expectUnchanged(world, () => ada.updateItemComment({ params: on(iId, id), body: { comment: "y" } }))
  expect(refusal(await update(UNKNOWN_ID, historyId))).toMatchObject({
    status: 404,
    body: { error: "NOT_FOUND", errors: [{}] },
  })
  expect(refusal(await update(second, historyId))).toMatchObject({ status: 404, body: { error_code: "NOT_FOUND" } })
  expect(refusal(await update(first, UNKNOWN_ID))).toMatchObject({ status: 404, body: { error_code: "NOT_FOUND" } })
})
