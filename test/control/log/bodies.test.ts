import { expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import type { Fixture } from "../../../src/fixtures/index.ts"
import { defaultPorts } from "../../../src/ports/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { openControl } from "../ask.ts"
import { DESK } from "../desk.ts"

const NEW_TICKET = "/applications/DESK/datastores/TICKETS/items/new"

test("a refused request shows its body, although nobody looked at it, and never a password", async () => {
  const { api, control } = await openControl(DESK)
  await api(null, "POST", NEW_TICKET, { item: { Subject: "without a token" } })
  await api("ada-fixed-token-1", "POST", NEW_TICKET.replace("TICKETS", "NOWHERE"), { item: { Subject: "elsewhere" } })
  await api(null, "PUT", "/users/password", { old_password: "a-secret-of-9", new_password: "b-secret-of-9" })
  await api(null, "POST", NEW_TICKET, { item: { Subject: "x".repeat(70_000) } })
  const { requests } = (await control("GET", "/worlds/main/requests")).body
  expect(requests.map(({ request }: { request: unknown }) => request)).toEqual([
    { item: { Subject: "without a token" } },
    { item: { Subject: "elsewhere" } },
    { old_password: "***", new_password: "***" },
    null,
  ])
  const { requests: lines } = (await control("GET", "/worlds/main/requests?bodies=0")).body
  expect(lines.map(({ request, response }: { request: unknown; response: unknown }) => [request, response])).toEqual(
    lines.map(() => [null, null]),
  )
})

test("a webhook is sent again with the same body, and the log has both", async () => {
  const posts: unknown[] = []
  const fixture = structuredClone(DESK) as Fixture
  const tickets = fixture.workspaces[0]?.applications?.[0]?.datastores?.[0]
  if (tickets?.actions === undefined) throw new Error("no tickets")
  tickets.actions.Create = { crud_type: "1", default: true, webhooks: ["http://127.0.0.1:9/hook"] }
  const webhooks = {
    post: (url: string, body: unknown) => {
      posts.push([url, body])
      return posts.length === 1 ? Promise.reject(new Error("refused")) : Promise.resolve(204)
    },
  }
  const world = await createWorld({ fixture, ports: { ...defaultPorts(), webhooks } })
  const app = createApp({ world })
  const send = async (method: string, path: string, body?: object) => {
    const answer = await app.fetch(
      new Request(`http://hexarium${path}`, {
        method,
        headers: {
          "x-hexarium": "1",
          "content-type": "application/json",
          authorization: "Bearer ada-fixed-token-1",
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
    return { status: answer.status, body: await answer.json() }
  }
  await send("POST", `/api/v0${NEW_TICKET}`, { item: { Subject: "x" } })
  await world.idle()
  const list = "/_hexarium/worlds/main/webhooks"
  const [first] = ((await send("GET", list)).body as { webhooks: object[] }).webhooks
  expect(first).toMatchObject({ id: "1", error: "refused" })
  expect(await send("POST", `${list}/1/resend`)).toMatchObject({ status: 200, body: { id: "2", status: 204 } })
  expect(posts[1]).toEqual(posts[0])
  expect(((await send("GET", list)).body as { webhooks: object[] }).webhooks).toHaveLength(2)
  expect((await send("POST", `${list}/9/resend`)).status).toBe(404)
  const detail = await send("GET", "/_hexarium/worlds/main/requests/1")
  expect((detail.body as { webhooks: object[] }).webhooks).toHaveLength(2)
})
