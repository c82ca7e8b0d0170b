import { describe, expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { requireWorlds, Worlds } from "../../emulator/worlds/index.ts"
import { createEngineWorld } from "../../src/world/index.ts"
import { tickerWorld } from "../automation/clock/ticker.ts"
import { graphqlClient } from "../graphql/graphql-client.ts"
import { fixtureOf } from "../sample-worlds/fixture-builder.ts"
import { smallWorld } from "../sample-worlds/small.ts"
import { Rig, waitUntilSent } from "./rig.ts"

const CRM = { application: "CRM" }
const CUSTOMERS = { ...CRM, datastore: "Customers" }
const DEALS = { ...CRM, datastore: "Deals" }

async function rig() {
  const one = new Rig(new Worlds(await smallWorld()))
  const { world } = one.named
  return { one, world, ada: world.as("ada@acme.test"), bob: world.as("bob@acme.test") }
}

describe("the message (hub.md section 2)", () => {
  test("has exactly these members", async () => {
    const { one, world, ada } = await rig()
    const client = one.greet("bob")
    const { itemId, historyId } = await ada.createItem({
      ...DEALS,
      item: { Title: "New" },
      comment: "hello",
    })
    await waitUntilSent()
    const view = world.view()
    const datastore = view.all("datastores").find(({ displayId }) => displayId === "Deals")
    const author = view.all("users").find(({ username }) => username === "Ada")
    const bob = view.all("users").find(({ username }) => username === "Bob")
    expect(client.targets).toEqual([`item_view_${itemId}_${bob?.uId}`])
    expect(client.events).toEqual([
      {
        _id: historyId,
        actionname: "Create deal",
        comment: "hello",
        user_id: author?.uId,
        username: "Ada",
        email: "ada@acme.test",
        user_obj_id: "",
        workspace_id: datastore?.wId,
        project_id: datastore?.pId,
        datastore_id: datastore?.dId,
        i_id: itemId,
        created_at: "2026-01-05T09:00:00.000Z",
        ischanged: true,
        issenditemunread: true,
        isnotifytosender: false,
        is_notify: false,
        is_fetchreplymail: false,
        post_for_rel: false,
        post_mode: "",
        displayorder: 0,
        file_ids: null,
      },
    ])
  })

  test("reports to the author that nothing is unread, and to everybody the flag", async () => {
    const { one, ada } = await rig()
    const [author, other] = [one.greet("ada"), one.greet("bob")]
    await ada.createItem({ ...DEALS, item: { Title: "New" }, isNotifyToSender: true })
    await waitUntilSent()
    expect(author.events).toMatchObject([{ issenditemunread: false, isnotifytosender: true }])
    expect(other.events).toMatchObject([{ issenditemunread: true, isnotifytosender: true }])
  })

  test("has no changes for a write that changes nothing", async () => {
    const { one, ada, itemId } = await withDeal()
    const client = one.greet("bob")
    await ada.updateItem({ ...DEALS, itemId, revNo: 1, item: {} })
    await ada.updateItem({ ...DEALS, itemId, revNo: 2, item: { Title: "Changed" } })
    await waitUntilSent()
    expect(client.events.map(({ ischanged }) => ischanged)).toEqual([false, true])
  })

  test("has no action name for a comment", async () => {
    const { one, ada, itemId } = await withDeal()
    const client = one.greet("bob")
    const { historyId } = await ada.postItemComment({ ...DEALS, itemId, comment: "a comment" })
    await waitUntilSent()
    expect(client.events).toMatchObject([
      { _id: historyId, actionname: "", comment: "a comment", ischanged: false, isnotifytosender: false },
    ])
  })
})

describe("every way to write", () => {
  test("a GraphQL mutation, with its flag for the author", async () => {
    const { one, world, itemId } = await withDeal()
    const [author, other] = [one.greet("ada"), one.greet("bob")]
    const item = world
      .view()
      .all("datastores")
      .find(({ displayId }) => displayId === "Deals")
    await graphqlClient(world, "ada-token").root("datastoreUpdateItem", {
      projectId: item?.pId,
      datastoreId: item?.dId,
      itemId,
      ItemActionParameters: { rev_no: 1, item: { Title: "Changed" }, is_notify_to_sender: true },
    })
    await waitUntilSent()
    expect([author, other].map(names)).toEqual([["Update deal"], ["Update deal"]])
    expect(author.events).toMatchObject([{ isnotifytosender: true, issenditemunread: false }])
  })

  test("a script that writes another item", async () => {
    const world = await createEngineWorld({
      fixture: fixtureOf({
        datastores: {
          Log: { fields: { Text: { dataType: "text" } }, actions: { Add: { crud_type: "1", default: true } } },
          Notes: {
            fields: { Text: { dataType: "text" } },
            actions: {
              Create: {
                crud_type: "1",
                default: true,
                post_script: `async function main(data) {
                  await callAPIAsync("POST", "/api/v0/applications/APP/datastores/Log/items/new", { item: { Text: "logged" } })
                }`,
              },
            },
          },
        },
      }),
    })
    createApp({ world }) // answers the calls of scripts
    const one = new Rig(new Worlds(world))
    const other = one.greet("bob")
    await world.as("ada@acme.test").createItem({ application: "APP", datastore: "Notes", item: { Text: "first" } })
    await world.idle()
    await waitUntilSent()
    const datastoreOf = ({ datastore_id: dId }: Readonly<Record<string, unknown>>) =>
      world.view().get("datastores", String(dId))?.displayId
    expect(other.events.map(datastoreOf)).toEqual(["Notes", "Log"])
  })
})

/** A deal of Ada's that everybody in Acme sees, as the default actions publish it to their roles. */
async function withDeal() {
  const all = await rig()
  const { itemId } = await all.ada.createItem({ ...DEALS, item: { Title: "Deal" } })
  await waitUntilSent()
  return { ...all, itemId }
}

const names = (client: { readonly events: readonly Readonly<Record<string, unknown>>[] }) =>
  client.events.map(({ actionname }) => actionname)

describe("who is told", () => {
  test("each connection of each user who sees the item; nobody twice", async () => {
    const { one, ada, itemId } = await withDeal()
    const clients = ["bob", "bob", "carol", "dave", "olga", "ada"].map((name) => one.greet(name))
    await ada.updateItem({ ...DEALS, itemId, revNo: 1, item: { Title: "Changed" } })
    await waitUntilSent()
    expect(clients.map(({ events }) => events.length)).toEqual([1, 1, 1, 1, 0, 0])
  })

  test("the keys of the item after the write decide who receives the message", async () => {
    const { one, world, ada } = await rig()
    const [bob, carol] = [one.greet("bob"), one.greet("carol")]
    const only = (name: string) => {
      const user = world
        .view()
        .all("users")
        .find(({ username }) => username === name)
      return { accessKeyUpdates: { overwrite: true, ignoreActionSettings: true, usersToPublish: [user?.uId ?? ""] } }
    }
    const { itemId } = await ada.createItem({ ...DEALS, item: { Title: "Bob's" }, ...only("Bob") })
    await world
      .as("bob@acme.test")
      .updateItem({ ...DEALS, itemId, revNo: 1, item: { Title: "Hers" }, ...only("Carol") })
    await waitUntilSent()
    expect([bob, carol].map(names)).toEqual([["Create deal"], ["Update deal"]])
  })

  test("a user without the datastore's role receives nothing, and receives messages again with it", async () => {
    const { one, world, ada, itemId } = await withDeal()
    const bob = one.greet("bob")
    const dId =
      world
        .view()
        .all("datastores")
        .find(({ displayId }) => displayId === "Deals")?.dId ?? ""
    const roles = world.view().get("datastores", dId)?.roles ?? []
    const setRoles = (to: typeof roles) =>
      world.commit("Test", null, (tx) => void tx.patch("datastores", dId, { roles: to }))
    await setRoles([])
    await ada.postItemComment({ ...DEALS, itemId, comment: "hidden" })
    await waitUntilSent()
    await setRoles(roles)
    await ada.postItemComment({ ...DEALS, itemId, comment: "seen" })
    await waitUntilSent()
    expect(bob.events).toMatchObject([{ comment: "seen" }])
  })

  test("no more after leaving the group that sees the item, and again after joining it", async () => {
    const { one, world, ada, itemId } = await withDeal()
    const bob = one.greet("bob")
    const post = async (comment: string) => {
      await ada.postItemComment({ ...DEALS, itemId, comment })
      await waitUntilSent()
    }
    const user = world
      .view()
      .all("users")
      .find(({ username }) => username === "Bob")
    if (user === undefined) throw new Error("no Bob")
    const { uId, memberships } = user
    await post("first")
    await world.commit("Test", null, (tx) => void tx.patch("users", uId, { memberships: [] }))
    await post("second")
    await world.commit("Test", null, (tx) => void tx.patch("users", uId, { memberships }))
    await post("third")
    expect(bob.events.map(({ comment }) => comment)).toEqual(["first", "third"])
  })

  test("a connection receives no message about earlier commits, and none after its end", async () => {
    const { one, ada, itemId } = await withDeal()
    const early = one.greet("bob")
    await ada.postItemComment({ ...DEALS, itemId, comment: "first" })
    const late = one.greet("bob")
    await ada.postItemComment({ ...DEALS, itemId, comment: "second" })
    early.leave()
    await waitUntilSent()
    expect(early.events).toEqual([])
    expect(late.events).toMatchObject([{ comment: "second" }])
  })

  test("a connection receives nothing before its handshake", async () => {
    const { one, ada, itemId } = await withDeal()
    const client = one.connect("bob")
    await ada.postItemComment({ ...DEALS, itemId, comment: "first" })
    await waitUntilSent()
    expect(client.heard).toEqual([])
  })

  test("the author of a comment gets its event, on all connections and over GraphQL, and it is not unread", async () => {
    const { one, world, ada, itemId } = await withDeal()
    const [first, second, other] = [one.greet("ada"), one.greet("ada"), one.greet("bob")]
    await ada.postItemComment({ ...DEALS, itemId, comment: "mine" })
    const { dId, pId, wId } =
      world
        .view()
        .all("datastores")
        .find(({ displayId }) => displayId === "Deals") ?? {}
    const ids = { datastore_id: dId, project_id: pId, workspace_id: wId, item_id: itemId }
    await graphqlClient(world, "ada-token").root("postNewItemHistory", {
      payload: { ...ids, comment: "also mine", post_mode: "", is_related_post: false, is_send_item_unread: true },
    })
    await waitUntilSent()
    const heard = (issenditemunread: boolean) =>
      ["mine", "also mine"].map((comment) => ({ comment, isnotifytosender: false, issenditemunread }))
    for (const client of [first, second]) expect(client.events).toMatchObject(heard(false))
    expect(other.events).toMatchObject(heard(true))
    const unread = async (name: string) =>
      (await world.as(`${name}@acme.test`).getItemHistories({ ...DEALS, itemId })).unread
    expect([await unread("ada"), await unread("bob")]).toEqual([0, 3])
  })

  test("the author of a comment gets no event of its edit, its deletion, and own actions", async () => {
    const { one, ada, itemId } = await withDeal()
    const { historyId } = await ada.postItemComment({ ...DEALS, itemId, comment: "mine" })
    await waitUntilSent()
    const client = one.greet("ada")
    await ada.updateItemComment({ ...DEALS, itemId, historyId, comment: "edited" })
    await ada.deleteItemComment({ ...DEALS, itemId, historyId })
    await ada.updateItem({ ...DEALS, itemId, isForceUpdate: true, item: { Title: "x" } })
    await waitUntilSent()
    expect(client.events).toEqual([])
  })
})

describe("what is told, in the order of the commits", () => {
  test("create, update, action, copy, comment, delete", async () => {
    const { one, ada } = await rig()
    const client = one.greet("bob")
    const { itemId } = await ada.createItem({ ...DEALS, item: { Title: "New" } })
    await ada.updateItem({ ...DEALS, itemId, revNo: 1, item: { Title: "Changed" } })
    await ada.executeAction({ ...DEALS, itemId, actionId: "Start", revNo: 2 })
    await ada.postItemComment({ ...DEALS, itemId, comment: "!" })
    await ada.executeAction({ ...DEALS, itemId, actionId: "CopyDeal", accessKeyUpdates: { groupsToPublish: ["ACME"] } })
    await ada.deleteItem({ ...DEALS, itemId })
    await waitUntilSent()
    expect(names(client)).toEqual(["Create deal", "Update deal", "Start", "", "Copy deal", "Delete deal"])
    expect(client.events.at(-1)).toMatchObject({
      i_id: itemId,
      ischanged: true,
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
    })
    expect(client.events.filter(({ i_id }) => i_id === itemId)).toHaveLength(5)
  })

  test("related entries of operations 1 to 3 inherit the flag, and links are not reported", async () => {
    const { one, ada, itemId } = await withDeal()
    const line = async (Product: string) =>
      (await ada.createItem({ ...CRM, datastore: "Lines", item: { Product } })).itemId
    const [changed, deleted, linked] = [await line("changed"), await line("deleted"), await line("linked")]
    await waitUntilSent()
    const [author, bob] = [one.greet("ada"), one.greet("bob")]
    await ada.updateItem({
      ...DEALS,
      itemId,
      revNo: 1,
      item: { Title: "With lines" },
      isNotifyToSender: true,
      relatedDsItems: {
        Lines: [
          { operation: 1, item: { Product: "new" } },
          { operation: 2, itemId: changed, revNo: 1, item: { Product: "other" } },
          { operation: 3, itemId: deleted },
          { operation: 11, itemId: linked },
          { operation: 12, itemId: linked },
        ],
      },
    })
    await waitUntilSent()
    for (const { events } of [author, bob]) {
      expect(events.slice(2).map(({ i_id }) => i_id)).toEqual([changed, deleted])
      expect(events.map(({ isnotifytosender }) => isnotifytosender)).toEqual([true, true, true, true])
    }
  })

  test("a request that fails reports nothing", async () => {
    const { one, ada, itemId } = await withDeal()
    const client = one.greet("bob")
    const wish = { ...DEALS, itemId, revNo: 1, item: { Title: "x" }, ensureTransaction: true }
    await expect(
      ada.updateItem({ ...wish, relatedDsItems: { Lines: [{ operation: 3, itemId: "0".repeat(24) }] } }),
    ).rejects.toThrow()
    await waitUntilSent()
    expect(client.heard).toEqual([])
  })

  test("a bulk action and a deletion by conditions, each item", async () => {
    const { one, ada } = await rig()
    const client = one.greet("bob")
    for (const Title of ["apple", "banana", "cherry"]) await ada.createItem({ ...DEALS, item: { Title } })
    await waitUntilSent()
    const made = client.events.map(({ i_id }) => i_id)
    client.heard.length = 0
    const titled = (...searchValue: string[]) => [{ id: "Title", searchValue }]
    await ada.executeBulkAction({
      ...DEALS,
      actionId: "UpdateDeal",
      conditions: titled("banana"),
      item: { Amount: 7 },
    })
    await ada.deleteItemByConditions({ ...DEALS, conditions: titled("cherry") })
    await waitUntilSent()
    expect(client.events).toMatchObject([
      { i_id: made[1], actionname: "Update deal" },
      { i_id: made[2], actionname: "Delete deal", _id: "", ischanged: true, username: "Ada" },
    ])
  })

  test("linked items that are deleted with an item", async () => {
    const { one, ada, itemId } = await withDeal()
    const { itemId: line } = await ada.createItem({ ...CRM, datastore: "Lines", item: { Product: "x" } })
    await ada.addItemLink({ ...DEALS, itemId, link: { datastore: "Lines", itemId: line } })
    await waitUntilSent()
    const client = one.greet("bob")
    await ada.deleteItem({ ...DEALS, itemId, deleteLinkedItems: true, targetDatastores: ["Lines"] })
    await waitUntilSent()
    expect(client.events.map(({ i_id }) => i_id)).toEqual([itemId, line])
    expect(client.events.map(({ _id }) => _id)).toEqual([expect.stringMatching(/./), ""])
  })

  test("an auto action, to everybody who sees the item", async () => {
    const world = await tickerWorld()
    const one = new Rig(new Worlds(world))
    const [ada, bob] = [one.greet("ada"), one.greet("bob")]
    await world.clock.advance(3_600_000)
    await waitUntilSent()
    for (const { events } of [ada, bob]) {
      expect(events).toMatchObject([
        { actionname: "UpdateItem", comment: "as every hour", created_at: "2026-01-05T10:00:00.000Z" },
      ])
    }
  })

  test("edits and deletions of comments, links and imports are not told", async () => {
    const { one, world, ada, itemId } = await withDeal()
    const { historyId } = await ada.postItemComment({ ...DEALS, itemId, comment: "first" })
    const { itemId: other } = await ada.createItem({ ...CUSTOMERS, item: { Name: "Other" } })
    await waitUntilSent()
    const client = one.greet("bob")
    await ada.updateItemComment({ ...DEALS, itemId, historyId, comment: "second" })
    await ada.deleteItemComment({ ...DEALS, itemId, historyId })
    await ada.addItemLink({ ...DEALS, itemId, link: { datastore: "Customers", itemId: other } })
    await world.idle()
    await ada.postItemComment({ ...DEALS, itemId, comment: "last" })
    await waitUntilSent()
    expect(client.events).toMatchObject([{ comment: "last" }])
  })
})

test("REST and the script's calls come in the same order as in process", async () => {
  const world = await smallWorld()
  const app = createApp({ world })
  const one = new Rig(requireWorlds(app.worlds))
  const [bob, ada] = [one.greet("bob"), one.greet("ada")]
  const create = (isNotified?: boolean) =>
    app.fetch("/api/v0/applications/CRM/datastores/Deals/items/new", {
      method: "POST",
      headers: { authorization: "Bearer ada-token", "content-type": "application/json" },
      body: JSON.stringify({
        item: { Title: "New" },
        is_notify_to_sender: isNotified,
      }),
    })
  for (const flag of [undefined, true, false]) expect((await create(flag)).status).toBe(200)
  await waitUntilSent()
  expect(bob.events.map(({ isnotifytosender }) => isnotifytosender)).toEqual([false, true, false])
  expect(ada.events).toMatchObject([{ isnotifytosender: true, issenditemunread: false }])
})
