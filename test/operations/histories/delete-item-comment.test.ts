import { expect, test } from "vitest"
import { at, expectUnchanged, fixtureItem, office, refusal } from "../items/office.ts"
import { histories, on, onlyHistory } from "./of-items.ts"

test("the author and an ADMIN of the application delete comments, nobody else", async () => {
  const { world, ada, bob, carol } = await office()
  const { iId } = fixtureItem(world, "Deals", 0)
  await bob.postItemComment({ params: at("Deals", iId), body: { comment: "first" } })
  const params = on(iId, onlyHistory(world))
  const kept = await expectUnchanged(world, () => carol.deleteItemComment({ params }))
  expect(refusal(kept)).toEqual({ status: 403, body: { error: "no privileges to delete history" } })
  const gone = await ada.deleteItemComment({ params })
  expect(gone.status).toBe(200)
  expect(gone.body).toBeNull()
  expect(histories(world)).toEqual([])
  const again = await expectUnchanged(world, () => bob.deleteItemComment({ params }))
  expect(refusal(again)).toMatchObject({ status: 404, body: { error_code: "NOT_FOUND" } })
  await bob.postItemComment({ params: at("Deals", iId), body: { comment: "own" } })
  expect((await bob.deleteItemComment({ params: on(iId, onlyHistory(world)) })).status).toBe(200)
  expect(histories(world)).toEqual([])
})

test("the history of an action stays", async () => {
  const { world, ada, bob } = await office()
  const { iId } = fixtureItem(world, "Deals", 0)
  await bob.updateItem({ params: at("Deals", iId), body: { rev_no: 1, comment: "before" } })
  const params = on(iId, onlyHistory(world))
  for (const who of [ada, bob]) {
    expect((await expectUnchanged(world, () => who.deleteItemComment({ params }))).status).toBe(403)
  }
})

test("a deleted comment is no longer counted as unread", async () => {
  const { world, ada, bob } = await office()
  const { iId } = fixtureItem(world, "Deals", 0)
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

test("the entry of an action stays stored with archiveActions, but no response, count or search has it", async () => {
  const { world, ada, bob } = await office()
  const { iId } = fixtureItem(world, "Deals", 0)
  await bob.updateItem({ params: at("Deals", iId), body: { rev_no: 1, comment: "archived words" } })
  const historyId = onlyHistory(world)
  const place = { application: "CRM", datastore: "Deals", itemId: iId, historyId }
  const carol = world.as("carol@acme.test")
  const refused = carol.deleteItemComment({ ...place, archiveActions: true })
  await expect(refused).rejects.toMatchObject({ code: "NO_PRIVILEGES" })
  await world.as("bob@acme.test").deleteItemComment({ ...place, archiveActions: true })
  expect(histories(world)).toMatchObject([{ historyId, isArchived: true }])
  expect((await ada.getItemHistories({ params: at("Deals", iId) })).body).toEqual({ unread: 0, histories: [] })
  const found = await world.as("ada@acme.test").globalSearch({ query: "archived words", category: "histories" })
  expect(found.hits).toEqual([])
  const again = world.as("ada@acme.test").deleteItemComment({ ...place, archiveActions: true })
  await expect(again).rejects.toMatchObject({ code: "NOT_FOUND" })
})

test("comments are deleted with archiveActions as without", async () => {
  const { world, ada } = await office()
  const { iId } = fixtureItem(world, "Deals", 0)
  await ada.postItemComment({ params: at("Deals", iId), body: { comment: "one" } })
  const place = { application: "CRM", datastore: "Deals", itemId: iId, historyId: onlyHistory(world) }
  await world.as("ada@acme.test").deleteItemComment({ ...place, archiveActions: true })
  expect(histories(world)).toEqual([])
})
