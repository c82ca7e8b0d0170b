import { describe, expect, test } from "vitest"
import { createControl } from "../../emulator/client/index.ts"
import { createApp } from "../../emulator/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { DESK } from "../control/desk.ts"
import { graphqlClient } from "./graphql-client.ts"

const LOOK_HEADERS = { "x-hexarium": "1", "x-hexarium-observe": "1", origin: "http://localhost:7575" }
const USER = "query { userInfo { u_id email } }"
const HISTORIES = `query Histories($item: String!) {
  getHistories(itemId: $item, datastoreId: "TICKETS", projectId: "DESK", getHistoryParamQueries: {}) { unread }
}`
const CREATE = `mutation Create($new: NewItemActionParameters!) {
  datastoreCreateNewItem(newItemActionParameters: $new, datastoreId: "TICKETS", projectId: "DESK") { item_id }
}`

async function desk() {
  const world = await createWorld({ fixture: DESK })
  const app = createApp({ world })
  const control = createControl({ app })
  const ada = graphqlClient(app, "ada-fixed-token-1")
  const observe = async (user = "bob@acme.test", from?: string) =>
    graphqlClient(app, (await control.issueToken({ user, observe: true, ...(from && { world: from }) })).token)
  const logged = async () =>
    (await control.listRequests({})).requests.map(({ operation, via, user }) => [operation, via, user])
  return { world, app, control, ada, observe, logged }
}

describe("observing over GraphQL (control.md section 3, observing)", () => {
  test("a token to observe acts as its user, changes nothing, and marks its requests", async () => {
    const { world, observe, logged } = await desk()
    const before = world.hash()
    const bob = await observe()
    expect((await bob.send(USER)).data.userInfo.email).toBe("bob@acme.test")
    expect(world.hash()).toBe(before)
    expect(await logged()).toEqual([["userInfo", "dashboard", "bob@acme.test"]])
  })

  test("its writes are ordinary requests of the user", async () => {
    const { world, observe, logged } = await desk()
    const before = world.hash()
    const bob = await observe()
    expect((await bob.send(CREATE, { new: { item: { Subject: "x" } } })).errors).toEqual([])
    expect(world.hash()).not.toBe(before)
    expect(await logged()).toEqual([["datastoreCreateNewItem", "dashboard", "bob@acme.test"]])
  })

  test("is refused in another world, and an ordinary token stays valid", async () => {
    const { control, observe, ada } = await desk()
    await control.forkWorld({ name: "twin" })
    const inTwin = await observe("bob@acme.test", "twin")
    expect((await inTwin.send(USER)).errors[0]?.message).toBe("TOKEN_INVALID")
    expect((await inTwin.send(USER, {}, { "x-hexarium-world": "twin" })).errors).toEqual([])
    expect((await ada.send(USER)).data.userInfo.email).toBe("ada@acme.test")
  })

  test("reads of a page of this server are in no log, meet no fault and mark no history as read", async () => {
    const { world, control, ada, observe, logged } = await desk()
    const bob = await observe()
    const { item_id } = (await ada.send(CREATE, { new: { item: { Subject: "x" } } })).data.datastoreCreateNewItem
    await control.planFault({ operation: "*", status: 503 })
    const before = world.hash()
    const count = (await logged()).length
    for (const client of [bob, ada]) {
      expect((await client.send(USER, {}, LOOK_HEADERS)).status).toBe(200)
      const histories = await client.send(HISTORIES, { item: item_id }, LOOK_HEADERS)
      expect([histories.status, histories.errors]).toEqual([200, []])
    }
    expect([world.hash(), (await logged()).length]).toEqual([before, count])
    expect((await bob.send(USER)).status).toBe(503)
    await bob.send(HISTORIES, { item: item_id })
    expect(world.hash()).not.toBe(before)
  })

  test("an observing request may choose the language of names, an unknown one is refused", async () => {
    const { ada } = await desk()
    const japanese = await ada.send(USER, {}, { ...LOOK_HEADERS, "x-hexarium-lang": "ja" })
    expect(japanese.errors).toEqual([])
    const unknown = await ada.send(USER, {}, { ...LOOK_HEADERS, "x-hexarium-lang": "xx" })
    expect([unknown.status, unknown.errors[0]?.message]).toEqual([400, expect.stringContaining("expected en or ja")])
  })

  test("a document that also writes is an ordinary request, with the same headers", async () => {
    const { world, ada, logged } = await desk()
    const before = world.hash()
    await ada.send(CREATE, { new: { item: { Subject: "x" } } }, LOOK_HEADERS)
    expect(world.hash()).not.toBe(before)
    expect(await logged()).toEqual([["datastoreCreateNewItem", "dashboard", "ada@acme.test"]])
    await ada.send(USER, {}, { ...LOOK_HEADERS, origin: "https://evil.example" })
    expect((await logged()).length).toBe(2)
  })
})
