import { expect, test } from "vitest"
import { at, expectUnchanged, fixtureItem, itemOf, office, refusal, UNKNOWN_ID } from "../items/office.ts"
import { histories } from "./of-items.ts"

test("a comment is a history without an action; the item stays as it is", async () => {
  const { world, bob } = await office()
  const item = fixtureItem(world, "Deals", 0)
  const { status, body } = await bob.postItemComment({ params: at("Deals", item.iId), body: { comment: "well done" } })
  expect(status).toBe(200)
  expect(body).toBeNull()
  expect(itemOf(world, "Deals", item.iId)).toBe(item)
  expect(histories(world)).toMatchObject([{ comment: "well done", action: null, isUpdated: false, updatedBy: null }])
})

test("everybody else has it unread, until they fetch it", async () => {
  const { world, ada, bob } = await office()
  const { iId } = fixtureItem(world, "Deals", 0)
  await bob.postItemComment({ params: at("Deals", iId), body: { comment: "news" } })
  const unread = async (who: typeof ada) => (await who.getItemHistories({ params: at("Deals", iId) })).body.unread
  expect(await unread(bob)).toBe(0)
  expect(await unread(ada)).toBe(1)
  expect(await unread(ada)).toBe(0)
})

test("posting is refused without a text, on a missing item, in a missing place", async () => {
  const { world, ada } = await office()
  const { iId } = fixtureItem(world, "Deals", 0)
  const post = (params: Record<string, string>, body: object) =>
    expectUnchanged(world, () => ada.postItemComment({ params, body }))
  for (const body of [{}, { comment: "" }, { comment: 5 }]) {
    const refused = await post(at("Deals", iId), body)
    expect(refusal(refused)).toEqual({ status: 400, body: { error: expect.any(String), error_code: "INVALID_PARAMS" } })
  }
  expect(refusal(await post(at("Deals", UNKNOWN_ID), { comment: "x" }))).toEqual({
    status: 404,
    body: {
      error: "NOT_FOUND",
      errors: [
        {
          description: `item not found for i_id:${UNKNOWN_ID}`,
          error: "not found",
          error_code: "NOT_FOUND",
          error_level: "ERROR",
          reference_id: UNKNOWN_ID,
        },
      ],
    },
  })
  expect(refusal(await post(at("Nope", iId), { comment: "x" }))).toMatchObject({
    status: 404,
    body: { error_code: "NOT_FOUND" },
  })
})
