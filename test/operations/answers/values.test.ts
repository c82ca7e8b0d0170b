import { beforeAll, describe, expect, test } from "vitest"
import { itemsTable, type Tables } from "../../../src/state/index.ts"
import type { World } from "../../../src/world/index.ts"
import { smallWorld } from "../../sample-worlds/small.ts"

/** model.md section 5.7: values in results for in-process callers. */

const DEALS = { application: "CRM", datastore: "Deals" }

const allOf = <N extends keyof Tables>(world: World, name: N): Tables[N][] => world.view().table(name).toArray()

let base: World

beforeAll(async () => {
  base = await smallWorld()
})

describe("an item that was made", () => {
  test("has its values by display ID in natural types, as they were given", async () => {
    const world = base.fork()
    const bob = world.as("bob@acme.test")
    const { fileId } = await bob.uploadFileDetached({
      file: { name: "a.txt", contentType: "text/plain", bytes: new TextEncoder().encode("hi") },
    })
    const [customer] = (await bob.itemList({ application: "CRM", datastore: "Customers" })).items
    const given = {
      Title: "First",
      Details: "Much to say",
      Amount: 12.5,
      Discount: 2,
      Stage: "offer",
      Tags: ["hot", "vip"],
      Due: "2026-02-03T00:00:00Z",
      MeetAt: "2026-02-03T10:30:00Z",
      CallAt: "10:30:00",
      Team: ["ada@acme.test", "bob@acme.test"],
      Papers: [fileId],
      Customer: customer?.itemId,
    }
    const people = await Promise.all(given.Team.map(async (email) => (await world.as(email).getUserInfo()).uId))
    const { itemId } = await bob.createItem({ ...DEALS, item: { ...given, Team: people } })
    const deal = await bob.getItemDetails({ ...DEALS, itemId })
    expect(deal.values).toEqual({
      ...given,
      No: deal.title.length > 0 ? expect.stringMatching(/^D-\d{5}$/) : "",
      Net: 10.5,
      Status: "New",
      Papers: [{ fileId, name: "a.txt", contentType: "text/plain", size: 2 }],
      Customer: { itemId: customer?.itemId, title: customer?.title, dId: customer?.dId },
    })
    expect(deal).toMatchObject({ itemId, title: "First", status: "New", revNo: 1 })
    expect(deal).toMatchObject({ createdBy: "bob@acme.test", updatedBy: "bob@acme.test" })
    expect(deal.createdAt).toBe("2026-01-05T09:00:00.000Z")
    expect(deal.actions.map(({ displayId }) => displayId)).toContain("Start")
  })

  test("has null, an empty text or an empty list for omitted values", async () => {
    const bob = base.fork().as("bob@acme.test")
    const { itemId } = await bob.createItem({ ...DEALS, item: { Title: "Bare", Stage: null } })
    expect((await bob.getItemDetails({ ...DEALS, itemId })).values).toMatchObject({
      Details: "",
      Amount: null,
      Stage: null,
      Tags: [],
      Due: null,
      Team: [],
      Papers: [],
      Customer: null,
    })
  })

  test("is answered by the write when asked for, and the same by lists and links", async () => {
    const bob = base.fork().as("bob@acme.test")
    const made = await bob.createItem({ ...DEALS, item: { Title: "First", Amount: 3 }, returnItemResult: true })
    const { actions: _, ...deal } = await bob.getItemDetails({ ...DEALS, itemId: made.itemId })
    expect(made.item).toEqual(deal)
    const listed = await bob.itemList({
      ...DEALS,
      conditions: [{ id: "Title", searchValue: ["First"], exactMatch: true }],
    })
    expect(listed).toEqual({ items: [{ ...deal, unread: 0 }], totalItems: 1 })
    const updated = await bob.updateItem({ ...DEALS, itemId: made.itemId, revNo: 1, item: { Title: "Second" } })
    expect(updated).toMatchObject({ itemId: made.itemId, revNo: 2, findings: [] })
  })
})

test("fields that the reader may not see are not in the values", async () => {
  const world = base.fork()
  const { items } = await world.as("bob@acme.test").itemList(DEALS)
  const seen = await world.as("dave@acme.test").itemList(DEALS)
  expect(items[0]?.values).not.toHaveProperty("Margin")
  expect(seen.items[0]?.values).toHaveProperty("Margin")
})

describe("nothing secret is in an answer", () => {
  const ada = "ada@acme.test"

  const calls: readonly ((world: World) => Promise<unknown>)[] = [
    (world) => world.as(ada).getUserInfo(),
    (world) => world.as(ada).getUserInfoByAdmin({ email: "bob@acme.test" }),
    (world) => world.as(ada).getAllUsersInWorkspace({ group: "ACME" }),
    (world) =>
      world.as(ada).getUsersInWorkspace({ workspace: world.view().get("users", uId(world, ada))?.currentWId ?? "" }),
    (world) => world.as(ada).getUsersInGroup({ group: "ACME", recursive: true }),
    (world) => world.as(ada).getRoleUsers({ application: "CRM", role: "MEMBER" }),
    (world) => world.as(ada).getGroup({ group: "ACME" }),
    (world) => world.as(ada).createGroup({ group: "ACME", name: "New", displayId: "NEW" }),
    (world) => world.as(ada).addUser({ email: "new@acme.test", group: "ACME" }),
    (world) => world.as(ada).userInvite({ users: [{ email: "in@acme.test" }], domain: "my.test" }),
    (world) => world.as(ada).updateUserEmailRequest({ email: "other@acme.test" }),
    (world) => world.as(ada).getCurrentWorkspace(),
    (world) => world.as(ada).getWorkspaces(),
    (world) => world.as(ada).getApplicationsAndDatastores({ workspace: current(world) }),
    (world) => world.as(ada).getApplicationSettings({ application: "CRM" }),
    (world) => world.as(ada).getDatastoreSettings(DEALS),
    (world) => world.as(ada).getRoles({ application: "CRM" }),
    (world) => world.as(ada).itemList(DEALS),
    (world) => world.as(ada).itemList({ application: "CRM", datastore: "Customers", includeLookups: true }),
    (world) =>
      world
        .as("bob@acme.test")
        .updateItem({ ...DEALS, itemId: anItem(world), isForceUpdate: true, item: {}, returnItemResult: true }),
    (world) => world.as("bob@acme.test").getItemHistories({ ...DEALS, itemId: anItem(world) }),
    async (world) => {
      const { confirmationId: id } = await world.public.userRegistration({ email: "reg@x.test" })
      const { redirectTo: _, ...rest } = await world.public.confirmRegistration({ id })
      return rest
    },
    async (world) => {
      const { confirmationId } = await world.public.userRegistration({ email: "reg@x.test" })
      const { token: _, ...rest } = await world.public.registerUser({
        confirmationId,
        email: "reg@x.test",
        password: "pw",
      })
      return rest
    },
    (world) => world.public.forgotPassword({ email: "bob@acme.test" }),
  ]

  const uId = (world: World, email: string) => world.view().list("users", "usersByEmail", email)[0]?.uId ?? ""

  const current = (world: World): string => world.view().get("users", uId(world, ada))?.currentWId ?? ""

  const anItem = (world: World): string => {
    const deals = allOf(world, "datastores").find(({ displayId }) => displayId === "Deals")
    if (deals === undefined) throw new Error("there are no deals")
    return allOf(world, itemsTable(deals.dId))[0]?.iId ?? ""
  }

  test.each(calls.map((call) => [String(call).replaceAll(/\s+/g, " "), call] as const))("%s", async (_, call) => {
    const world = base.fork()
    const answer = JSON.stringify(await call(world)) ?? ""
    const users = allOf(world, "users")
    const confirmations = allOf(world, "confirmations").map(({ confirmationId }) => confirmationId)
    const secrets = [
      ...users.flatMap(({ passwordHash, passwordHistory, accessKey }) => [passwordHash, ...passwordHistory, accessKey]),
      ...allOf(world, "tokens").map(({ token }) => token),
      ...allOf(world, "groups").map(({ accessKey }) => accessKey),
      ...allOf(world, "roles").map(({ accessKey }) => accessKey),
      ...confirmations,
    ].filter((secret) => secret !== null)
    expect(secrets.length).toBeGreaterThan(10)
    expect(secrets.filter((secret) => answer.includes(secret))).toEqual([])
  })
})

test("a write takes values back as they were answered, related ones too", async () => {
  const world = await smallWorld()
  const ada = world.as("ada@acme.test")
  const customers = { application: "CRM", datastore: "Customers" }
  const deals = { application: "CRM", datastore: "Deals" }
  const { itemId: customer } = await ada.createItem({ ...customers, item: { Name: "New", Owner: ["bob@acme.test"] } })
  const { fileId } = await ada.uploadFileDetached({
    file: { name: "a.txt", contentType: "text/plain", bytes: new TextEncoder().encode("a") },
  })
  const lookup = { itemId: customer, title: "New", dId: "" }
  const first = await ada.createItem({
    ...deals,
    item: { Title: "First", Team: ["bob@acme.test", "ada@acme.test"], Customer: lookup, Papers: [{ fileId }] },
  })
  const { values } = await ada.getItemDetails({ ...deals, itemId: first.itemId })
  expect(values).toMatchObject({ Team: ["bob@acme.test", "ada@acme.test"], Papers: [{ fileId, name: "a.txt" }] })
  const { No: _, Net: __, Status: ___, Papers: ____, ...others } = values
  const { itemId } = await ada.createItem({ ...deals, item: others })
  const again = (await ada.getItemDetails({ ...deals, itemId })).values
  expect(again).toMatchObject(others)
  const changed = await ada.updateItem({
    ...deals,
    itemId,
    changes: [{ id: "Team", value: ["carol@acme.test"] }],
    isForceUpdate: true,
    relatedDsItems: { Lines: [{ operation: 1, item: { Product: "Tea", Deal: { itemId: first.itemId } } }] },
    returnItemResult: true,
  })
  expect(changed.findings).toEqual([])
  expect(changed.item?.values.Team).toEqual(["carol@acme.test"])
  const { items } = await ada.itemList({ application: "CRM", datastore: "Lines" })
  const line = items.find((one) => one.values.Product === "Tea")
  expect(line?.values).toMatchObject({ Deal: { itemId: first.itemId } })
})
