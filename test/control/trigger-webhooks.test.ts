import { createHmac } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, beforeEach, expect, test } from "vitest"
import { serverPorts } from "../../emulator/adapters/index.ts"
import { httpWebhooks } from "../../emulator/adapters/webhooks.ts"
import { createControl } from "../../emulator/client/index.ts"
import { createApp } from "../../emulator/index.ts"
import type { Fixture } from "../../src/fixtures/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { DESK } from "./desk.ts"

/** control.md section 3, "trigger", and section 1, `--webhook-secret`. */

interface Received {
  readonly path: string
  readonly signature: string | undefined
  readonly body: string
}

let receivedRequests: Received[] = []
let url = ""
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const signature = request.headers["x-hexarium-signature"]
  receivedRequests.push({
    path: request.url ?? "",
    signature: Array.isArray(signature) ? signature.join() : signature,
    body: Buffer.concat(chunks).toString(),
  })
  response.writeHead(204).end()
})

beforeEach(async () => {
  receivedRequests = []
  await new Promise<void>((resolve) => void receiver.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
afterEach(async () => {
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})

/** The help desk with a webhook of the action Start, and with a second datastore that has an action Start. */
function deskWithWebhook(): Fixture {
  const fixture = structuredClone(DESK) as { -readonly [K in keyof Fixture]: Fixture[K] }
  // biome-ignore lint/suspicious/noExplicitAny: the fixture's parts are known here
  const application = (fixture.workspaces as any)[0].applications[0]
  application.datastores[0].actions.Start.webhooks = [`${url}/start`]
  application.datastores.push({
    datastore_id: "CALLS",
    name: "Calls",
    fields: { Subject: { name: "Subject", dataType: "text" } },
    actions: { Create: { crud_type: "1", default: true }, Start: { crud_type: "2", default: true } },
  })
  return fixture
}

async function open(secret?: string) {
  const ports = await serverPorts({ webhookSecret: secret })
  const world = await createWorld({ fixture: deskWithWebhook(), ports })
  const app = createApp({ world })
  return { world, control: createControl({ app }) }
}

const dataOf = ({ body }: Received) => (JSON.parse(body) as { data: Record<string, unknown> }).data

test("a triggered webhook has the body of a run of the action, and the world does not change", async () => {
  const { world, control } = await open()
  const before = world.hash()
  const { webhooks } = await control.triggerWebhooks({ action: "TICKETS/Start", user: "ada@acme.test" })
  expect(webhooks).toMatchObject([{ url: `${url}/start`, status: 204 }])
  expect(world.hash()).toBe(before)

  const ada = world.as("ada@acme.test")
  const tickets = { application: "DESK", datastore: "TICKETS" }
  const { items } = await ada.itemList(tickets)
  await ada.executeAction({ ...tickets, itemId: items[0]?.itemId ?? "", actionId: "Start", revNo: 1 })
  await world.idle()
  const [triggered, run] = receivedRequests.map(dataOf)
  expect(Object.keys(triggered ?? {})).toEqual(Object.keys(run ?? {}))
  expect(triggered).toMatchObject({
    i_id: run?.i_id,
    a_id: run?.a_id,
    email: "ada@acme.test",
    fields_data: { Subject: { value: "Printer on fire" } },
  })
})

test("a triggered webhook goes to another URL, and describes the newest item by default", async () => {
  const { world, control } = await open()
  const ada = world.as("ada@acme.test")
  await ada.createItem({ application: "DESK", datastore: "TICKETS", item: { Subject: "Newest" } })
  await control.triggerWebhooks({ action: "Delete", to: `${url}/other` })
  expect(receivedRequests.map((one) => [one.path, dataOf(one).title])).toEqual([["/other", "D-00002"]])
  const { webhooks } = await control.listWebhooks()
  expect(webhooks).toMatchObject([{ url: `${url}/other`, status: 204 }])
})

test.each([
  [{ action: "Strat" }, 404, 'the world has no action "Strat"; did you mean Start?'],
  [{ action: "Start" }, 400, "several actions have the ID Start; use one of TICKETS/Start, CALLS/Start, or the a_id"],
  [{ action: "Delete" }, 400, "the action Delete has no webhooks; pass a URL in `to`"],
  [{ action: "CALLS/Start" }, 404, "the datastore CALLS has no items"],
  [{ action: "Delete", item: "none" }, 404, 'the world has no item "none"'],
  [{ action: "Delete", user: "eve@acme.test" }, 404, 'the world has no user "eve@acme.test"'],
])("a trigger with %j is refused with %i", async (input, status, message) => {
  const { control } = await open()
  const refused = await control.triggerWebhooks(input).catch((error: unknown) => error)
  expect(refused).toMatchObject({ status, message: expect.stringContaining(message) })
  expect(receivedRequests).toEqual([])
})

test("a triggered webhook to another machine fails with the reason", async () => {
  const { control } = await open()
  const { webhooks } = await control.triggerWebhooks({ action: "Delete", to: "http://192.0.2.1/hook" })
  expect(webhooks).toMatchObject([
    { error: "192.0.2.1 is not a loopback address; to allow other hosts, use --allow-outbound" },
  ])
})

test("a webhook is signed with the secret, and nothing shows the secret", async () => {
  const secret = "a-secret-of-webhooks-1"
  const { control } = await open(secret)
  const shown = await control.triggerWebhooks({ action: "TICKETS/Start" })
  const [one] = receivedRequests
  const expected = createHmac("sha256", secret)
    .update(one?.body ?? "")
    .digest("hex")
  expect(one?.signature).toBe(`sha256=${expected}`)
  expect(JSON.stringify([shown, await control.listWebhooks()])).not.toContain(secret)
})

test("a webhook without a secret has no signature", async () => {
  await httpWebhooks().post(`${url}/plain`, { a: 1 })
  expect(receivedRequests).toEqual([{ path: "/plain", signature: undefined, body: '{"a":1}' }])
})
