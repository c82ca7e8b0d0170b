import { expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import type { Fixture } from "../../src/fixtures/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { smallFixture } from "../sample-worlds/small.ts"
import { openControl } from "./ask.ts"
import { DESK } from "./desk.ts"

async function small() {
  const world = await createWorld({ fixture: smallFixture })
  const app = createApp({ world })
  const get = async (path: string) => {
    const answer = await app.fetch(new Request(`http://hexarium/_hexarium/worlds/main${path}`))
    return { status: answer.status, body: await answer.json() }
  }
  return { world, get }
}

test("every datastore is listed with its place and the number of its items", async () => {
  const { get } = await small()
  const { datastores } = (await get("/datastores")).body as { datastores: object[] }
  expect(datastores[0]).toEqual({
    d_id: expect.stringMatching(/^[0-9a-f]{24}$/),
    datastore_id: "Customers",
    name: "Customers",
    p_id: expect.stringMatching(/^[0-9a-f]{24}$/),
    application_id: "CRM",
    application: "CRM",
    w_id: expect.stringMatching(/^[0-9a-f]{24}$/),
    workspace: "Acme",
    items: 3,
  })
})

test("items are shown whatever keys they carry, page by page, found by any value, and nothing changes", async () => {
  const { world, get } = await small()
  const before = world.hash()
  const { datastores } = (await get("/datastores")).body as { datastores: { d_id: string }[] }
  const items = `/datastores/${datastores[0]?.d_id}/items`
  const titles = async (query: string) => {
    const { body } = await get(`${items}?${query}`)
    const { total, items: found } = body as { total: number; items: { title: string }[] }
    return [total, ...found.map(({ title }) => title)]
  }
  expect(await titles("")).toEqual([3, "Globex", "Initech", "Hidden Inc."])
  expect(await titles("offset=1&limit=1")).toEqual([3, "Initech"])
  expect(await titles("text=GLX")).toEqual([1, "Globex"])
  expect(await titles("text=large")).toEqual([1, "Globex"])
  expect(await titles("text=nothing+of+the+kind")).toEqual([0])
  const { body } = await get(`${items}?limit=1`)
  expect(body).toMatchObject({
    fields: expect.arrayContaining([{ field_id: "Size", name: "Size" }]),
    items: [{ title: "Globex", rev_no: 1, values: { Name: "Globex", Code: "GLX", Size: "Large" } }],
  })
  expect((await get("/datastores/nowhere/items")).status).toBe(404)
  expect((await get(`${items}?limit=x`)).status).toBe(400)
  expect(world.hash()).toBe(before)
})

test("the items that link to an item are listed with the cause of the link", async () => {
  const { api, control } = await openControl(DESK as Fixture)
  const place = "/applications/DESK/datastores/TICKETS/items"
  const ids: string[] = []
  for (const Subject of ["one", "two"]) {
    ids.push((await api("ada-fixed-token-1", "POST", `${place}/new`, { item: { Subject } })).body.item_id)
  }
  const linksTo = async (id: string) => (await control("GET", `/worlds/main/items/${id}/linked-from`)).body
  expect(await linksTo(ids[1] ?? "?")).toEqual({ links: [] })
  await api("ada-fixed-token-1", "POST", `${place}/addlink/${ids[0]}`, {
    link_datastore_id: "TICKETS",
    link_item_id: ids[1],
  })
  expect(await linksTo(ids[1] ?? "?")).toEqual({
    links: [{ i_id: ids[0], d_id: expect.stringMatching(/^[0-9a-f]{24}$/), type: "link", f_id: null }],
  })
  expect(await linksTo(ids[0] ?? "?")).toEqual({ links: [] })
  expect((await control("GET", "/worlds/main/items/000000000000000000000000/linked-from")).status).toBe(404)
})
