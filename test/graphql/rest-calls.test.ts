import { expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import type { Fixture } from "../../src/fixtures/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { fixtureOf } from "../sample-worlds/fixture-builder.ts"

/** The REST requests of the official client, as it sends them: JSON content type always, internal IDs in paths. */
const fixture: Fixture = fixtureOf({
  datastores: {
    Goods: {
      fields: {
        Name: { name: { en: "Name", ja: "名前" }, dataType: "text", as_title: true },
        Kind: {
          dataType: "select",
          options: { a: "Nut", b: { name: { en: "Bolt", ja: "ボルト" }, enabled: false, color: "#fff" } },
          selected: "a",
        },
        Pictures: { dataType: "file", file: { multiple: true } },
      },
      items: [{ key: "nut", values: { Name: "Nut" } }],
    },
  },
  application: { functions: { Twice: "function main({ n }) { return { twice: 2 * n } }" } },
})

async function start(name = "ada") {
  const world = await createWorld({ fixture })
  const app = createApp({ world })
  const [goods] = world.view().all("datastores")
  if (goods === undefined) throw new Error("no datastore")
  const { dId, pId } = goods
  const fields = `/applications/${pId}/datastores/${dId}/fields`
  const authorization = `Bearer ${name}-token`
  const read = async (response: Response) => {
    expect(response.headers.get("content-type")).toMatch(/^application\/json/)
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const send = async (method: string, path: string, body?: unknown) =>
    read(
      await app.fetch(
        new Request(`http://hexarium/api/v0${path}`, {
          method,
          headers: { authorization, "content-type": "application/json" },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      ),
    )
  const upload = async (path: string, form: Record<string, string>) => {
    const parts = new FormData()
    for (const [key, value] of Object.entries(form)) parts.set(key, value)
    parts.set("file", new File(["bytes"], "a.txt", { type: "text/plain" }))
    const sent = { method: "POST", headers: { authorization }, body: parts }
    return read(await app.fetch(new Request(`http://hexarium/api/v0${path}`, sent)))
  }
  const field = (displayId: string) =>
    world
      .view()
      .get("datastores", dId)
      ?.fields.find((one) => one.displayId === displayId)
  return { world, app, pId, dId, fields, field, send, upload, authorization }
}

test("options of a field: all of them, disabled ones too, with names in both languages", async () => {
  const { send, fields, field } = await start()
  const { status, body } = await send("GET", `${fields}/${field("Kind")?.fId}?with_options=true`)
  expect(status).toBe(200)
  const at = "2026-01-05T09:00:00.000Z"
  const option = { created_at: at, updated_at: at, o_id: expect.stringMatching(/^[\w-]+$/) }
  expect(body.options).toEqual([
    {
      ...option,
      display_id: "a",
      value: { en: "Nut", ja: "Nut" },
      enabled: true,
      sort_id: 0,
      color: "",
      selected: true,
    },
    {
      ...option,
      display_id: "b",
      value: { en: "Bolt", ja: "ボルト" },
      enabled: false,
      sort_id: 1,
      color: "#fff",
      selected: false,
    },
  ])
  const { body: name } = await send("GET", `${fields}/${field("Name")?.fId}?with_options=true`)
  expect(name.options).toBeUndefined()
})

test("a new field takes every member that the client sends, and keeps the display ID", async () => {
  const { world, send, fields, field, pId } = await start()
  const admin = world
    .view()
    .list("roles", "rolesByApplication", pId)
    .find(({ displayId }) => displayId === "ADMIN")
  const { status, body } = await send("POST", fields, {
    dataType: "text",
    display_id: "Code",
    name: { en: "Code", ja: "コード" },
    search: false,
    show_list: false,
    as_title: true,
    full_text: true,
    unique: true,
    hideOnInput: true,
    hide_from_api: true,
    has_index: true,
    roles: [admin?.rId],
  })
  expect([status, body.display_id, body.field_id]).toEqual([200, "Code", field("Code")?.fId])
  expect(field("Code")).toMatchObject({
    name: { en: "Code", ja: "コード" },
    search: false,
    showList: false,
    asTitle: true,
    fullText: true,
    unique: true,
    hideOnInput: true,
    hideFromApi: true,
    hasIndex: true,
    roles: [admin?.rId],
  })
  expect((await send("POST", fields, { dataType: "number", name: "Count" })).status).toBe(200)
})

test("a changed field keeps what the client does not send", async () => {
  const { send, fields, field } = await start()
  const before = field("Name")
  const { status } = await send("PUT", `${fields}/${before?.fId}`, { name: { en: "Title" }, show_list: false })
  expect(status).toBe(200)
  expect(field("Name")).toEqual({ ...before, name: { en: "Title", ja: "名前" }, showList: false })
})

test("options are added, changed and deleted, with value or name", async () => {
  const { send, fields, field } = await start()
  const options = () => {
    const kind = field("Kind")
    return kind !== undefined && "options" in kind ? kind.options : []
  }
  const path = `${fields}/${field("Kind")?.fId}/options`
  const added = [
    { enabled: true, display_id: "c", value: { en: "Washer", ja: "座金" } },
    { enabled: true, display_id: "d", name: "Screw" },
  ]
  expect((await send("POST", path, { options: added })).status).toBe(200)
  expect(options().map(({ displayId, name }) => [displayId, name])).toEqual([
    ["a", { en: "Nut" }],
    ["b", { en: "Bolt", ja: "ボルト" }],
    ["c", { en: "Washer", ja: "座金" }],
    ["d", { en: "Screw" }],
  ])
  const change = {
    o_id: options()[2]?.oId,
    display_id: "c",
    enabled: false,
    sort_id: 0,
    value: { en: "Ring", ja: "輪" },
  }
  expect((await send("PUT", path, { options: [change] })).status).toBe(200)
  expect(options()[0]).toMatchObject({ displayId: "c", name: { en: "Ring", ja: "輪" }, enabled: false })
  expect((await send("DELETE", path, { o_ids: [options()[0]?.oId] })).status).toBe(200)
  expect(options().map(({ displayId }) => displayId)).toEqual(["a", "b", "d"])
})

test("a field is deleted with a JSON content type and no body", async () => {
  const { send, fields, field } = await start()
  expect((await send("DELETE", `${fields}/${field("Kind")?.fId}`)).status).toBe(200)
  expect(field("Kind")).toBeUndefined()
})

test("uploads return file IDs of letters and digits, and downloads the bytes", async () => {
  const { world, app, upload, pId, dId, field, authorization } = await start()
  const [nut] = world.view().all(`items:${dId}`)
  const ofItem = `/items/${nut?.iId}/fields/${field("Pictures")?.fId}/attachments`
  for (const { status, body } of [
    await upload("/files", { fileName: "a.txt" }),
    await upload(ofItem, { filename: "a.txt", application_id: pId, datastore_id: dId }),
  ]) {
    expect(status).toBe(200)
    expect(body.file_id).toMatch(/^[A-Za-z0-9]+$/)
    const headers = { authorization, "content-type": "application/json" }
    const response = await app.fetch(new Request(`http://hexarium/api/v0/files/${body.file_id}`, { headers }))
    expect([response.status, await response.text()]).toEqual([200, "bytes"])
  }
})

test("a stored function receives its parameters and returns its result", async () => {
  const { send, pId } = await start()
  expect(await send("POST", `/applications/${pId}/functions/Twice`, { n: 4 })).toEqual({
    status: 200,
    body: { twice: 8 },
  })
})

test("every refusal has a JSON body, because the client looks at no status", async () => {
  const { send, fields, field, pId } = await start()
  const bob = await start("bob")
  const kind = field("Kind")?.fId
  const none = "f".repeat(24)
  const refusals = [
    await send("GET", `${fields}/${none}?with_options=true`),
    await send("POST", fields, { dataType: "nothing", name: "X" }),
    await send("PUT", `${fields}/${none}`, { name: "X" }),
    await send("DELETE", `${fields}/${none}`),
    await send("POST", `${fields}/${kind}/options`, { options: "no" }),
    await send("PUT", `${fields}/${kind}/options`, { options: [{ o_id: "none" }] }),
    await send("DELETE", `${fields}/${kind}/options`, { o_ids: ["none"] }),
    await send("DELETE", `${fields}/${kind}/options`),
    await send("GET", `/files/${none}`),
    await send("POST", `/applications/${pId}/functions/Never`, {}),
    await send("POST", "/users", { email: "x@y.test", g_id: none }),
    await send("POST", "/users/registration/confirm", { confirmation_id: "none", email: "x@y.test" }),
    await bob.send("POST", bob.fields, { dataType: "text", name: "X" }),
    await bob.send("DELETE", `${bob.fields}/${bob.field("Kind")?.fId}`),
  ]
  for (const { status, body } of refusals) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(typeof body).toBe("object")
  }
})
