import { expect, test } from "vitest"
import { dig } from "../../dig.ts"
import { IDS } from "../items/read-world.ts"
import { ada, bob, type Entry, givenEntries, read, say } from "./entries.ts"

givenEntries()

test("the old form wraps the same entries", async () => {
  await say(ada, "one")
  await say(ada, "two")
  const dId = dig<string>((await read(ada)).histories, 0, "datastore_id")
  const params = { "datastore-id": dId, "item-id": IDS.full }
  const old = await bob.getItemHistoriesOld({ params, query: { from_item_index: 0, to_item_index: 1 } })
  expect(old.status).toBe(200)
  const history = dig<Entry>(old.body, "histories", 0, "history")
  expect(old.body).toEqual({
    unread: 2,
    histories: [{ h_id: history.history_id, user_id: history.user_id, i_id: IDS.full, is_unread: 1, history }],
  })
  expect(history).toMatchObject({ comment: "two", is_unread: true, display_order: 0 })
  expect((await bob.getItemHistoriesOld({ params })).body).toMatchObject({
    unread: 1,
    histories: [{ is_unread: 0 }, { is_unread: 1 }],
  })
})
