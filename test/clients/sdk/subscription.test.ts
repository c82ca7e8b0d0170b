import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Any, createClientOfVersion1, type SdkWorld } from "./sdk.ts"
import { PLACES } from "./worlds.ts"

/** Messages that a subscription has received, and their arrival. */
class Received {
  readonly messages: Any[] = []
  #arrived = () => {}

  readonly take = (message: Any): void => {
    this.messages.push(message)
    this.#arrived()
  }

  /** Resolves when the given number of messages has arrived. */
  async until(count: number): Promise<Any[]> {
    while (this.messages.length < count)
      await new Promise<void>((resolve) => {
        this.#arrived = resolve
      })
    return this.messages
  }
}

describe.each(PLACES)("a subscription in $title", ({ create, admin, colleague, project }) => {
  let world: SdkWorld
  let client: Any
  let item: Any

  beforeAll(async () => {
    world = await create()
    client = await world.logIn(admin)
    const datastore = await (await client.currentWorkspace.project(project)).datastore("Customers")
    const [first] = await datastore.items({ page: 1, per_page: 1, sort_field_id: "Name" })
    item = first
    await item.fetch()
  })

  afterAll(() => client.closePubSub())

  test("receives the user's own comments, which are not unread", async () => {
    const received = new Received()
    await item.subscribe("update", received.take)
    const comment = item.comment()
    comment.set("comment", "Heard")
    await comment.save()
    const [own] = await received.until(1)
    expect(own).toMatchObject({ comment: "Heard", user: { email: admin.email } })
    expect((await item.historiesWithUnread()).unread).toBe(0)
    await item.unsubscribe()
  })

  test("receives a comment that the same user posts with version 1.1.1", async () => {
    const received = new Received()
    await item.subscribe("update", received.take)
    const old = await createClientOfVersion1({ url: `${world.url}/graphql`, ...admin })
    const { datastore } = item
    const posted = await old.item.createComment({
      workspace_id: client.currentWorkspace.id,
      project_id: datastore.project.id,
      datastore_id: datastore.id,
      item_id: item.id,
      comment: "From elsewhere",
      posting: true,
      post_mode: "ItemTimeline",
      is_related_post: false,
      is_send_item_unread: true,
    })
    expect(posted.error).toBeUndefined()
    const [own] = await received.until(1)
    expect(own).toMatchObject({ comment: "From elsewhere", user: { email: admin.email } })
    await item.unsubscribe()
  })

  test("receives the user's own writes and comments of others", async () => {
    const received = new Received()
    await item.subscribe("update", received.take)
    await item.update({ comment: "Mine" })
    const [own] = await received.until(1)
    expect(own).toMatchObject({ comment: "Mine", isNotifyToSender: true, user: { email: admin.email } })
    const answer = await fetch(`${world.url}/api/v0/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(colleague),
    })
    const { token } = (await answer.json()) as Any
    const { datastore } = item
    const path = `/api/v0/applications/${datastore.project.id}/datastores/${datastore.id}/items/histories/${item.id}`
    const posted = await fetch(world.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ comment: "Theirs" }),
    })
    expect(posted.status).toBe(200)
    const [, comment] = await received.until(2)
    expect(comment).toMatchObject({ comment: "Theirs", isSendItemUnread: true, user: { email: colleague.email } })
  })

  test("ends", async () => {
    expect(await item.unsubscribe()).toBe(true)
    expect(client.connection).toBeUndefined()
    expect(await client.connectPubSub()).toBe(true)
    expect(await client.closePubSub()).toBe(true)
  })
})
