import { EventEmitter } from "node:events"
import { expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { answerRoom } from "../../emulator/wire/answer-room.ts"
import type { Fixture } from "../../src/fixtures/index.ts"
import { itemsTable } from "../../src/state/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { until } from "../until.ts"
import { DESK } from "./desk.ts"

const ROOM = 134_217_728
/** Answers below 1 MiB have memory of their own, for 16 answers of this size. */
const MAX_SHORT_ANSWERS = 16
const SHORT_ANSWER = 1_048_575
/** The request log omits longer bodies. */
const LONG_TEXT = "x".repeat(30_000)
const ADA = { authorization: "Bearer ada-fixed-token-1", "content-type": "application/json" }

/** A desk with a long item, mail, request and events, and many users. */
async function longDesk() {
  const fixture = structuredClone(DESK) as Fixture
  fixture.mail_templates = [
    { id: "long", kind: "password", subject: "Hello", text: LONG_TEXT, html: `<p>${LONG_TEXT}</p>` },
  ]
  fixture.users = [
    ...(fixture.users ?? []),
    ...Array.from({ length: 300 }, (_, at) => ({ email: `u${at}@acme.test`, username: "n".repeat(100) })),
  ]
  const world = await createWorld({ fixture })
  const app = createApp({ world })
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = ADA) =>
    app.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
  const control = { "x-hexarium": "1", "content-type": "application/json" }
  await send("PUT", "/_hexarium/worlds/main/snapshots/before", undefined, control)
  const asked = { email: "ada@acme.test", email_templates_id: "long", host: "https://app.test" }
  await send("POST", "/api/v0/users/password/forgot", asked)
  const made = await send("POST", "/api/v0/applications/DESK/datastores/TICKETS/items/new", {
    item: { Subject: LONG_TEXT },
  })
  expect(made.status).toBe(200)
  return { app, world }
}

/** The Node response of a client that reads nothing. */
class Unread extends EventEmitter {
  destroyed = false
  destroy(): void {
    this.destroyed = true
    this.emit("close")
  }
}

/** Fills the memory for answers of all lengths. Returns a function that frees it. */
async function fillRoom(): Promise<() => void> {
  const sizes = [ROOM, ...Array.from({ length: MAX_SHORT_ANSWERS }, () => SHORT_ANSWER)]
  const shares = await Promise.all(sizes.map((size) => answerRoom.enter(size)))
  return () => {
    for (const share of shares) share.release()
  }
}

test("long responses of the control plane wait for the memory that all long responses share (control.md section 4)", async () => {
  const { app, world } = await longDesk()
  const [{ dId = "" } = {}] = world.view().table("datastores").toArray()
  const [, { iId = "" } = {}] = world
    .view()
    .table(itemsTable(dId as never))
    .toArray()
  const mail = world.mail.list({}).at(-1)?.id ?? ""
  const paths = [
    "/openapi.json",
    "/worlds/main/export",
    "/worlds/main/requests",
    "/worlds/main/requests?origin=any&text=x",
    "/worlds/main/requests/2",
    "/worlds/main/mails",
    `/worlds/main/mails/${mail}`,
    `/worlds/main/mails/${mail}/html`,
    "/worlds/main/users",
    `/worlds/main/datastores/${dId}/items`,
    "/worlds/main/differences?snapshot=before",
    "/worlds/main/event-log?since=0",
  ]
  expect(iId).not.toBe("")
  for (const path of paths) {
    const outgoing = new Unread()
    const release = await fillRoom()
    const waiting = app.fetch(new Request(`http://localhost/_hexarium${path}`), { outgoing })
    await until(() => expect([path, answerRoom.waiting]).toEqual([path, 1]))
    release()
    const answer = await waiting
    expect([path, answer.status]).toEqual([path, 200])
    expect([path, answerRoom.held > 16_384]).toEqual([path, true])
    outgoing.destroy()
    await answer.body?.cancel()
    expect([path, answerRoom.held]).toEqual([path, 0])
  }
})

test("the response of a call waits, too", async () => {
  const { app } = await longDesk()
  const outgoing = new Unread()
  const release = await fillRoom()
  const waiting = app.fetch(
    new Request("http://localhost/_hexarium/worlds/main/call", {
      method: "POST",
      headers: { "x-hexarium": "1", "content-type": "application/json" },
      body: JSON.stringify({
        operation: "itemList",
        as: "ada@acme.test",
        input: { application: "DESK", datastore: "TICKETS" },
      }),
    }),
    { outgoing },
  )
  await until(() => expect(answerRoom.waiting).toBe(1))
  release()
  expect((await waiting).status).toBe(200)
  outgoing.destroy()
  expect(answerRoom.held).toBe(0)
})
