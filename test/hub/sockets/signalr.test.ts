import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from "@microsoft/signalr"
import { afterEach, expect, test } from "vitest"
import type { RunningServer } from "../../../emulator/node/index.ts"
import { requireWorlds, resetWorld } from "../../../emulator/worlds/index.ts"
import { requireUser } from "../../../src/people/index.ts"
import { until } from "../../until.ts"
import { start } from "./rig.ts"

const DEALS = { application: "CRM", datastore: "Deals" }

const connections: HubConnection[] = []
afterEach(async () => {
  await Promise.all(connections.splice(0).map((connection) => connection.stop()))
})

type Options = Parameters<HubConnectionBuilder["withUrl"]>[1]

const DIRECT_CONNECTION = { skipNegotiation: true, transport: HttpTransportType.WebSockets }

/** Connects as the service's client does, and notes the ends of the connection. */
async function listen(url: string, options: Options = DIRECT_CONNECTION) {
  const connection = new HubConnectionBuilder()
    .withUrl(url, options as Exclude<Options, number | undefined>)
    .withAutomaticReconnect([0, 0, 0])
    .configureLogging(LogLevel.None)
    .build()
  connections.push(connection)
  const ends: string[] = []
  connection.onreconnecting(() => ends.push("reconnecting"))
  connection.onreconnected(() => ends.push("reconnected"))
  connection.onclose((error) => ends.push(error === undefined ? "closed" : String(error)))
  await connection.start()
  return { connection, ends }
}

const urlOf = ({ url }: RunningServer, token = "bob-token") => `${url}/hub?token=${token}`

async function create({ app }: RunningServer) {
  return app.worlds.main.world.as("ada@acme.test").createItem({ ...DEALS, item: { Title: "New" } })
}

test.each([
  ["without negotiation", "/hub?token=bob-token", DIRECT_CONNECTION],
  ["with negotiation and the token in the URL", "/hub?token=bob-token", {}],
  ["with negotiation and a token factory", "/hub", { accessTokenFactory: () => "bob-token" }],
])("the client of SignalR gets an event: %s", async (_, path, options) => {
  const server = await start()
  const { world } = server.app.worlds.main
  const { uId } = requireUser(world.view(), "bob@acme.test")
  const { itemId } = await create(server)
  const { connection } = await listen(server.url + path, options as Options)
  const heard: unknown[] = []
  connection.on(`item_view_${itemId}_${uId}`, (message: unknown) => heard.push(message))
  await world.as("ada@acme.test").postItemComment({ ...DEALS, itemId, comment: "hello" })
  await until(() => expect(heard).toMatchObject([{ comment: "hello", i_id: itemId, username: "Ada" }]))
})

test("a bad token makes the client's start fail", async () => {
  const server = await start()
  await expect(listen(urlOf(server, "undefined"))).rejects.toThrow()
})

test("an invocation rejects, and the connection stays", async () => {
  const server = await start()
  const { connection, ends } = await listen(urlOf(server))
  await expect(connection.invoke("Anything", 1)).rejects.toThrow("unknown method")
  await connection.send("Anything")
  await expect(connection.invoke("Again")).rejects.toThrow("unknown method")
  expect(ends).toEqual([])
})

test("the client comes back after a reset, and gets events again", async () => {
  const server = await start()
  const named = requireWorlds(server.app.worlds).main
  const { connection, ends } = await listen(urlOf(server))
  await resetWorld(named)
  await until(() => expect(ends).toEqual(["reconnecting", "reconnected"]))
  const { uId } = requireUser(named.world.view(), "bob@acme.test")
  const { itemId } = await create(server)
  const names: unknown[] = []
  connection.on(`item_view_${itemId}_${uId}`, ({ actionname }: { readonly actionname: string }) =>
    names.push(actionname),
  )
  await named.world.as("ada@acme.test").updateItem({ ...DEALS, itemId, revNo: 1, item: { Title: "Changed" } })
  await until(() => expect(names).toEqual(["Create deal", "Update deal"]))
})

test("the client does not come back after Logout", async () => {
  const server = await start()
  const { ends } = await listen(urlOf(server))
  const headers = { authorization: "Bearer bob-token", "content-type": "application/json" }
  await fetch(`${server.url}/api/v0/users/logout`, { method: "POST", headers, body: "{}" })
  await until(() => expect(ends).toEqual(["closed"]))
})
