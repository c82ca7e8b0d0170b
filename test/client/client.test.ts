import { describe, expect, test } from "vitest"
import { wire } from "../../emulator/api/contract/wire-facts.ts"
import { ApiError, createClient } from "../../emulator/client/index.ts"
import { routes } from "../../emulator/client/routes.ts"
import { createApp } from "../../emulator/index.ts"
import { startServer } from "../../emulator/node/index.ts"
import { smallWorld } from "../sample-worlds/small.ts"

const DEALS = { "app-id": "CRM", "datastore-id": "Deals" }

const inProcess = async () => createClient({ app: createApp({ world: await smallWorld() }), token: "ada-token" })

test("a session against an app in this process", async () => {
  const anybody = createClient({ app: createApp({ world: await smallWorld() }) })
  const { token } = await anybody.login({ body: { email: "ada@acme.test", password: "ada-pass" } })
  const ada = anybody.with({ token })
  const { item_id } = await ada.createItem({ params: DEALS, body: { item: { Title: "By client", Amount: 5 } } })
  const details = await ada.getItemDetails({
    params: { ...DEALS, "item-id": item_id },
    query: { use_display_id: true },
  })
  expect(details.title).toBe("By client")
  expect(await ada.logout()).toBe(null)
  await expect(ada.getWorkspaces()).rejects.toMatchObject({ status: 401, code: "UNAUTHORIZED" })
})

test("a call without its optional parts omits them: getGroup() returns the top group", async () => {
  const ada = await inProcess()
  const top = await ada.getGroup()
  expect(top.group.group_id).toBe("ACME")
  expect((await ada.getGroup({ params: { "group-id": "SALES" } })).group.group_id).toBe("SALES")
})

test("the same against a server", async () => {
  const server = await startServer({ world: await smallWorld(), port: 0 })
  try {
    const client = createClient({ baseUrl: server.url, token: "ada-token" })
    expect((await client.getWorkspaces()).workspaces.map((workspace) => workspace.workspace_name)).toEqual(["Acme"])
    const slash = createClient({ baseUrl: `${server.url}/`, token: "ada-token" })
    expect((await slash.itemList({ params: DEALS })).totalItems).toBe(2)
    const lost = createClient({ baseUrl: `${server.url}/w/nowhere`, token: "ada-token" })
    await expect(lost.getWorkspaces()).rejects.toMatchObject({ status: 404, code: "NOT_FOUND" })
  } finally {
    await server.close()
  }
})

test("an error's message says what is wrong with which field", async () => {
  const bob = await inProcess()
  const wrong = bob.createItem({ params: DEALS, body: { item: { Title: "First", Amount: "many", Stage: "won" } } })
  await expect(wrong).rejects.toThrow(
    /^createItem: 400 INVALID_VALUE: Amount: expected a number; Stage: unknown option: won$/,
  )
  const fields = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`No${at}`, 1]))
  await expect(bob.createItem({ params: DEALS, body: { item: fields } })).rejects.toThrow(
    /^createItem: 400 INVALID_PARAMS: unknown field: No0; .*; unknown field: No4; and 3 more errors$/,
  )
})

test("a world by its name", async () => {
  const app = createApp({ world: await smallWorld() })
  const client = createClient({ app, token: "ada-token" })
  await expect(client.with({ world: "nowhere" }).getWorkspaces()).rejects.toMatchObject({ status: 404 })
  expect((await client.with({ world: "main" }).getWorkspaces()).workspaces).toHaveLength(1)
})

describe("errors", () => {
  test("are typed, whatever shape the body has", async () => {
    const client = await inProcess()
    const failure = async (run: () => Promise<unknown>) => {
      const error = await run().catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(ApiError)
      return error as ApiError
    }
    const missing = await failure(() => client.getItemDetails({ params: { ...DEALS, "item-id": "nope" } }))
    expect(missing).toMatchObject({ operation: "getItemDetails", status: 404, code: "NOT_FOUND" })
    expect(missing.message).toBe("getItemDetails: 404 NOT_FOUND: item not found for i_id:nope")
    expect(missing.body).toMatchObject({ error: "NOT_FOUND" })

    const place = await failure(() => client.getDatastoreFields({ params: { "datastore-id": "Nope" } }))
    expect(place).toMatchObject({ status: 404, code: "NOT_FOUND" })
    expect(place.message).toContain("fields for d_id: Nope is not found")

    const [deal] = (await client.itemList({ params: DEALS })).items
    const conflict = await failure(() =>
      client.updateItem({ params: { ...DEALS, "item-id": deal?.i_id ?? "" }, body: { rev_no: 9, item: {} } }),
    )
    expect(conflict).toMatchObject({ status: 409, code: "ITEM_REV_CONFLICT" })

    const list = await failure(() => client.itemList({ params: DEALS, body: { page: 0 } }))
    expect(list).toMatchObject({ status: 400, code: "INVALID_PARAMS" })
  })

  test("a missing path parameter is found before anything is sent", async () => {
    const client = await inProcess()
    await expect(client.getUserQueries({ params: {} as never })).rejects.toThrow(
      "getUserQueries: path parameters are missing; expected the parameters of /applications/:app-id/queries",
    )
  })
})

test("an alias is taken when only its parameters are given", async () => {
  const client = await inProcess()
  const short = await client.getDatastoreFields({ params: { "datastore-id": "Deals" } })
  expect(short).toEqual(await client.getDatastoreFields({ params: DEALS }))
})

test("a redirect is not followed; the JSON variant is there for the asking", async () => {
  const client = await inProcess()
  const { confirmation_id } = await client.userRegistration({
    body: { email: "new@acme.test", registration_path: "https://app.test/welcome" },
  })
  const { location } = await client.confirmRegistration({ query: { id: confirmation_id } })
  expect(location).toBe(`https://app.test/welcome?confirmation_id=${confirmation_id}`)
  const { user } = await client.confirmRegistration({ query: { id: confirmation_id }, json: true })
  expect(user.email).toBe("new@acme.test")
})

test("forms and bytes", async () => {
  const client = await inProcess()
  const bytes = new Uint8Array([137, 80, 78, 71])
  await client.uploadUserProfilePicture({ file: new Blob([bytes], { type: "image/png" }) })
  const { u_id } = await client.getUserInfo()
  const picture = await client.getUserProfilePicture({ params: { "user-id": u_id } })
  expect(picture).toEqual({ contentType: "image/png", bytes, filename: null })
})

test.each([
  ["UTF-8''L%C3%A4den.zip", "Läden.zip"],
  ["UTF-8''%zz.zip", "%zz.zip"],
  ["UTF-8''100%", "100%"],
])("a file is named %s by a server", async (name, filename) => {
  const headers = { "content-disposition": `attachment; filename*=${name}` }
  const client = createClient({ app: { fetch: () => new Response("x", { headers }) } })
  expect(await client.getFile({ params: { "file-id": "f" } })).toMatchObject({ filename })
})

test("CSV is a text", async () => {
  const csv = await (await inProcess()).itemList({ params: DEALS, body: { format: "csv" } })
  expect(csv.split("\n")[0]).toContain("Title")
})

test("its routes are those of the contract", () => {
  expect(routes).toEqual(JSON.parse(JSON.stringify(wire)))
})
