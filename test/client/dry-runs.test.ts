import { describe, expect, expectTypeOf, test } from "vitest"
import { ApiError, type Client, createClient } from "../../emulator/client/client.ts"
import { createApp } from "../../emulator/index.ts"
import { createWorld } from "../../src/index.ts"
import { DESK } from "../control/desk.ts"

const place = { "app-id": "DESK", "datastore-id": "TICKETS" }
const create = { params: place, body: { item: { Subject: "Lamp" } } }

async function desk(options = {}) {
  const world = await createWorld({ fixture: DESK })
  const app = createApp({ world, ...options })
  const ada = createClient({ app, token: "ada-fixed-token-1" })
  const entry = async (id: string) =>
    (await app.fetch(`/_hexarium/worlds/main/requests/${id}`, { headers: { "x-hexarium": "1" } })).json()
  return { world, app, ada, entry }
}

describe("a client of dry runs (insight.md section 3)", () => {
  test("resolves with the response and the ID of the dry run, and changes nothing", async () => {
    const { world, ada, entry } = await desk()
    const hash = world.hash()
    const { response, requestId } = await ada.with({ dryRun: true }).createItem(create)
    expect(world.hash()).toBe(hash)
    expect(await entry(requestId)).toMatchObject({ operation: "CreateItem", dry_run: true, status: 200 })
    expect(response).toEqual(await ada.createItem(create))
  })

  test("keeps its other options, and gives others to its copies", async () => {
    const { world, app } = await desk()
    const dry = createClient({ app, dryRun: true })
    expect((await dry.with({ token: "ada-fixed-token-1" }).getUserInfo()).response.email).toBe("ada@acme.test")
    await expect(dry.createItem(create)).rejects.toMatchObject({ status: 401 })
    const hash = world.hash()
    await dry.with({ token: "ada-fixed-token-1" }).createItem(create)
    expect(world.hash()).toBe(hash)
  })

  test("rejects a refused call with the ID of the dry run", async () => {
    const { ada, entry } = await desk()
    const dry = ada.with({ dryRun: true })
    const unknown = { params: { ...place, "datastore-id": "NONE" }, body: { item: {} } }
    for (const call of [() => dry.createItem(unknown), () => dry.login({ body: { email: "x", password: "y" } })]) {
      const error: unknown = await call().catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(ApiError)
      const { requestId, status } = error as ApiError
      expect(await entry(requestId ?? "")).toMatchObject({ dry_run: true, status })
    }
  })

  test("runs at a version of the past", async () => {
    const { world, ada, app } = await desk({ history: 10 })
    const before = app.worlds.main.world.version
    const { item_id } = await ada.createItem(create)
    const details = { params: { ...place, "item-id": item_id } }
    const past = ada.with({ world: `main@${before}` }).with({ dryRun: true })
    const hash = world.hash()
    await expect(past.getItemDetails(details)).rejects.toBeInstanceOf(ApiError)
    const { response, requestId } = await past.createItem(create)
    // The item of the dry run is the one that was created after the version.
    expect([response.item_id, requestId.length > 0, world.hash()]).toEqual([item_id, true, hash])
    await expect(ada.with({ world: `main@${before}` }).createItem(create)).rejects.toMatchObject({ status: 403 })
  })

  test("says that a server without dry runs has run the request", async () => {
    const fetch = async () => Response.json({ item_id: "x" })
    const client = createClient({ baseUrl: "http://127.0.0.1:1", fetch, dryRun: true })
    await expect(client.createItem(create)).rejects.toThrow(
      "createItem: the server at http://127.0.0.1:1 has no dry runs and has run the request",
    )
  })

  test("refuses another value than true", async () => {
    const { ada } = await desk()
    expect(() => ada.with({ dryRun: false as true })).toThrow("createClient: expected dryRun to be true")
  })

  test("has the types of the real calls", () => {
    const dry = (client: Client) => client.with({ dryRun: true }).createItem(create)
    expectTypeOf<Awaited<ReturnType<typeof dry>>["response"]>().toEqualTypeOf<
      Awaited<ReturnType<Client["createItem"]>>
    >()
    expectTypeOf<Awaited<ReturnType<typeof dry>>["requestId"]>().toEqualTypeOf<string>()
  })
})
