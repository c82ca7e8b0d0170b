import { expect, test } from "vitest"
import { clientWorld } from "../items/client-world.ts"

async function worldWithComment() {
  const { as, id } = await clientWorld()
  const ada = as("ada")
  const { items } = await ada.root("datastoreGetDatastoreItems", { getItemsParameters: {}, datastoreId: "Deals" })
  const ids = { d_id: id("datastore Deals"), p_id: id("application SHOP"), i_id: items[0].i_id as string }
  const item = { itemId: ids.i_id, datastoreId: ids.d_id, projectId: ids.p_id }
  const post = (comment: string) =>
    ada.root("postNewItemHistory", {
      payload: { project_id: ids.p_id, datastore_id: ids.d_id, item_id: ids.i_id, comment, is_send_item_unread: true },
    })
  return { as, id, ada, ids, item, post }
}

test("postNewItemHistory returns the comment that it made", async () => {
  const { id, ids, post } = await worldWithComment()
  const { history_id: historyId, item_history: history } = await post("Hello")
  expect(history).toMatchObject({
    history_id: historyId,
    comment: "Hello",
    action_id: "",
    IsChanged: false,
    i_id: ids.i_id,
    project_id: ids.p_id,
    user_id: id("user ada"),
    username: "ada",
    created_at: "2026-01-05T09:00:00.000Z",
  })
})

test("getHistories counts and marks what was unread, with null for keys that REST leaves out", async () => {
  const { as, item, post } = await worldWithComment()
  await post("Hello")
  const bob = as("bob")
  const { unread, histories } = await bob.root("getHistories", item)
  expect(unread).toBe(1)
  expect(histories[0]).toMatchObject({
    comment: "Hello",
    is_unread: true,
    action_id: null,
    action_name: null,
    username: "ada",
  })
  expect((await bob.root("getHistories", item)).unread).toBe(0)
  const only = { getHistoryParamQueries: { exclude_comment_history: true } }
  expect((await bob.root("getHistories", { ...item, ...only })).histories).toEqual([])
})

test("postUpdateItemHistory changes a comment, also of an action", async () => {
  const { ada, ids, item, post } = await worldWithComment()
  const { history_id: h_id } = await post("Hello")
  expect(await ada.root("postUpdateItemHistory", { payload: { ...ids, h_id, comment: "Bye" } })).toEqual({
    error: null,
  })
  await ada.root("datastoreUpdateItem", {
    ...item,
    ItemActionParameters: { is_force_update: true, item: { Price: 9 } },
  })
  const { histories } = await ada.root("getHistories", item)
  expect(histories.map((one: { comment: string }) => one.comment)).toEqual(["", "Bye"])
  const action = { ...ids, h_id: histories[0].history_id, comment: "Raised" }
  expect(await ada.root("postUpdateItemHistory", { payload: action })).toEqual({ error: null })
  expect((await ada.root("getHistories", item)).histories[0].comment).toBe("Raised")
})

test("archiveItemHistory removes comments and histories of actions, by their authors", async () => {
  const { as, ada, ids, item, post } = await worldWithComment()
  const { history_id: comment } = await post("Hello")
  await ada.root("datastoreUpdateItem", {
    ...item,
    ItemActionParameters: { is_force_update: true, item: { Price: 9 } },
  })
  const { histories } = await ada.root("getHistories", item)
  expect(histories).toHaveLength(2)
  const refused = await as("bob").refused("archiveItemHistory", { payload: { ...ids, h_id: comment } })
  expect(refused.extensions.status).toBe(403)
  for (const { history_id: h_id } of histories)
    expect(await ada.root("archiveItemHistory", { payload: { ...ids, h_id } })).toEqual({ error: null })
  expect((await ada.root("getHistories", item)).histories).toEqual([])
})
