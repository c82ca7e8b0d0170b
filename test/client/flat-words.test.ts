import { beforeAll, describe, expect, test } from "vitest"
import { ApiError, createClient } from "../../emulator/client.ts"
import type { SeenItem } from "../../emulator/flat/seen/seen-answers.ts"
import type { FlatOperations, SameName } from "../../emulator/flat/words.ts"
import { createApp } from "../../emulator/index.ts"
import type { World } from "../../src/inside.ts"
import { smallWorld } from "../worlds/small.ts"

/** docs/client.md, "Flat words": what a world answers in process, the client answers over the wire. */

const DEALS = { application: "CRM", datastore: "Deals" } as const
const CUSTOMERS = { application: "CRM", datastore: "Customers" } as const

let base: World

beforeAll(async () => {
  base = await smallWorld()
})

/** The same calls in process and over the wire, each in a world of its own that begins alike. */
function both() {
  const world = base.fork()
  const served = base.fork()
  const client = createClient({ app: createApp({ world: served }), token: "ada-token" })
  return { inProcess: world.as("ada@acme.test"), client, world, served }
}

type Details = (input: Parameters<ReturnType<World["as"]>["getItemDetails"]>[0]) => Promise<SeenItem>

type Comment = Parameters<ReturnType<World["as"]>["postItemComment"]>[0]

const given = {
  Title: "First",
  Details: "Much",
  Amount: 12.5,
  Stage: "offer",
  Tags: ["hot", "vip"],
  Due: "2026-02-03",
  MeetAt: "2026-02-03T10:30:00Z",
  CallAt: "10:30",
  Team: ["bob@acme.test", "ada@acme.test"],
}
const file = { name: "a.txt", contentType: "text/plain", bytes: new TextEncoder().encode("hi") }

describe("what a person reads", () => {
  test("of an item that was made, read, listed and changed is the same in process and over the wire", async () => {
    const tell = async (ada: Pick<FlatOperations, SameName>, details: Details) => {
      const { fileId } = await ada.uploadFileDetached({ file })
      const [customer] = (await ada.itemList(CUSTOMERS)).items
      const made = await ada.createItem({
        ...DEALS,
        item: { ...given, Papers: [{ fileId }], Customer: { itemId: customer?.itemId } },
        returnItemResult: true,
      })
      const { itemId } = made
      const { actions, ...read } = await details({ ...DEALS, itemId, includeLookups: true, includeLinkedItems: true })
      const changed = await ada.updateItem({
        ...DEALS,
        itemId,
        item: { ...read.values, No: undefined, Net: undefined, Status: undefined, Title: "Second" },
        revNo: 1,
        comment: "again",
        returnItemResult: true,
      })
      const list = await ada.itemList({
        ...DEALS,
        conditions: [
          {
            conditions: [
              { id: "Title", searchValue: ["^second$"] },
              { id: "Amount", searchValue: ["12", null] },
            ],
          },
        ],
        sortFields: [{ id: "created_at", order: "desc" }],
        includeLookups: true,
        includeLinks: true,
        perPage: 10,
      })
      const offered = actions.map(({ displayId, name, crudType }) => [displayId, name, crudType])
      return { made, read, changed, list, offered }
    }
    const { inProcess, client } = both()
    const expected = await tell(inProcess, inProcess.getItemDetails)
    expect(await tell(client, client.getItemDetails)).toEqual(expected)
    expect(expected.read.values).toMatchObject({ Team: given.Team, Stage: "offer", Tags: ["hot", "vip"], Amount: 12.5 })
    expect(expected.list.items).toHaveLength(1)
  })

  test("of actions, links, histories, files and what is deleted is the same, too", async () => {
    const tell = async (
      ada: Pick<FlatOperations, SameName>,
      details: Details,
      comment: (input: Comment) => Promise<unknown>,
    ) => {
      const { itemId } = await ada.createItem({ ...DEALS, item: given })
      const at = { ...DEALS, itemId }
      const [customer] = (await ada.itemList(CUSTOMERS)).items
      const link = { datastore: "Customers", itemId: customer?.itemId ?? "" }
      const started = await ada.executeAction({ ...at, actionId: "Start", revNo: 1, returnItemResult: true })
      const copied = await ada.executeAction({ ...at, actionId: "CopyDeal" })
      const made = await ada.executeAction({ ...DEALS, actionId: "CreateDeal", item: { Title: "By action" } })
      const deleted = await ada.executeAction({
        ...at,
        itemId: "itemId" in made ? made.itemId : "",
        actionId: "DeleteDeal",
      })
      await ada.executeActionByActionID({ datastore: "Deals", itemId, actionId: "Finish", isForceUpdate: true })
      await ada.addItemLink({ ...at, link })
      const linked = await ada.getLinkedItems(at)
      const narrowed = await ada.getLinkedItems({ datastore: "Deals", itemId, linkedDatastore: "Customers" })
      await ada.deleteItemLink({ ...at, linkDatastore: "Customers" })
      const unlinked = await ada.getLinkedItems(at)
      await comment({ ...at, comment: "Look" })
      const { unread, histories } = await ada.getItemHistories({ ...at, toIndex: 3, excludeActions: true })
      await ada.updateItemComment({ ...at, historyId: histories[0]?.historyId ?? "", comment: "Look again" })
      const after = await ada.getItemHistories({ ...at, toIndex: 4 })
      await ada.deleteItemComment({ ...at, historyId: histories[0]?.historyId ?? "" })
      const { fileId } = await ada.uploadFile({ ...at, field: "Papers", file })
      await ada.updateItem({ ...at, item: { Papers: [fileId] }, isForceUpdate: true })
      const { bytes, ...stored } = await ada.getFile({ fileId })
      const { values } = await details(at)
      await ada.deleteFile({ itemId, field: "Papers", fileId })
      const bare = await details({ datastore: "Deals", itemId })
      const bulk = await ada.executeBulkAction({
        ...DEALS,
        actionId: "UpdateDeal",
        conditions: [{ id: "Title", searchValue: ["First"] }],
        item: { Details: "All" },
      })
      const related = await ada.updateItem({
        ...at,
        isForceUpdate: true,
        relatedDsItems: { Nowhere: [{ operation: 1, item: {} }], Lines: [{ operation: 1, item: { Product: "Tea" } }] },
        accessKeyUpdates: { groupsToPublish: ["SALES"] },
      })
      await ada.deleteItem(at)
      await ada.deleteItemByConditions({ ...DEALS, conditions: [{ id: "Title", searchValue: ["First"] }] })
      const { totalItems } = await ada.itemList({ ...DEALS, returnCountOnly: true })
      return {
        ...{ started, copied, made, deleted, linked, narrowed, unlinked, unread, histories, after, stored },
        ...{ text: new TextDecoder().decode(bytes), values, bare: bare.values, bulk, related, totalItems },
      }
    }
    const { inProcess, client } = both()
    const expected = await tell(inProcess, inProcess.getItemDetails, inProcess.postItemComment)
    expect(await tell(client, client.getItemDetails, client.postItemComment)).toEqual(expected)
    expect(expected.linked.linkedItems.Customers).toHaveLength(1)
    expect(expected.related.findings).not.toEqual([])
    expect([expected.started.did, expected.copied.did, expected.made.did, expected.deleted.did]).toEqual([
      ...["update", "copy", "create", "delete"],
    ])
  })

  test("of whom the workspace is not shown, IDs are there instead of addresses", async () => {
    const world = base.fork()
    const app = createApp({ world })
    const refusing = {
      fetch: (request: Request) =>
        request.url.includes("/users/all/") ? Response.json({ error: "no" }, { status: 403 }) : app.fetch(request),
    }
    const client = createClient({ app: refusing, token: "ada-token" })
    const { itemId } = await client.createItem({ ...DEALS, item: { Title: "Mine" } })
    const { createdBy } = await client.getItemDetails({ ...DEALS, itemId })
    expect(createdBy).toBe((await client.raw.getUserInfo()).u_id)
  })
})

describe("either form", () => {
  test("flat words log in, and go on as somebody", async () => {
    const client = createClient({ app: createApp({ world: base.fork() }) })
    const { token } = await client.login({ email: "bob@acme.test", password: "bob-pass" })
    const bob = client.with({ token })
    const { itemId } = await bob.createItem({ ...DEALS, item: { Title: "First" } })
    expect(await bob.getItemDetails({ ...DEALS, itemId })).toMatchObject({ title: "First", createdBy: "bob@acme.test" })
  })

  test("a call that names parts of its request is answered in the API's own words, as those of raw are", async () => {
    const { client } = both()
    const params = { "app-id": "CRM", "datastore-id": "Deals" }
    const { item_id } = await client.createItem({ params, body: { item: { Title: "First" } } })
    const details = { params: { ...params, "item-id": item_id } }
    expect((await client.getItemDetails(details)).rev_no).toBe(1)
    expect(await client.raw.getItemDetails(details)).toEqual(await client.getItemDetails(details))
    expect(await client.uploadFileDetached({ file: new Blob(["hi"]) })).toHaveProperty("file_id")
  })

  test("what is refused is refused with the error of the wire", async () => {
    const { client } = both()
    const error = await client.createItem({ ...DEALS, item: { Titel: "First" } }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ operation: "createItem", status: 400, code: "INVALID_PARAMS" })
    await expect(client.getItemDetails({ ...DEALS, itemId: "nope" })).rejects.toMatchObject({ status: 404 })
  })
})
