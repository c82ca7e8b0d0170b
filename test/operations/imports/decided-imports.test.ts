import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

type Publish = { readonly groups?: boolean; readonly roles?: string[] }

/** A datastore with one item. Its create action has the given `publish`. */
async function start(publish?: Publish) {
  const world = await createWorld({
    fixture: fixtureOf({
      users: ["ada", "bob", "cy"],
      datastores: {
        DS: {
          fields: { Title: { dataType: "text" } },
          actions: {
            Create: { crud_type: "1", default: true, ...(publish === undefined ? {} : { publish }) },
            Delete: { crud_type: "3", default: true },
          },
          items: [{ values: { Title: "old" } }],
        },
      },
      application: {
        roles: [
          { role_id: "ADMIN", name: "admin", users: ["ada@acme.test"] },
          { role_id: "MEMBER", name: "member", users: ["ada@acme.test", "bob@acme.test"] },
          { role_id: "CLERK", name: "clerk", users: ["cy@acme.test"] },
        ],
      },
    }),
  })
  const app = createApp({ world })
  const params = { "app-id": "APP", "datastore-id": "DS" }
  const load = (text: string, form: Record<string, string> = {}) =>
    apiClient(app, "ada-token").importItems({
      params,
      form: { filename: "a.csv", file: new File([text], "a.csv"), ...form },
    })
  const titles = async (by: string): Promise<unknown[]> => {
    const { body } = await apiClient(app, `${by}-token`).itemList({ params, body: {} as never })
    return (body as { items: Record<string, unknown>[] }).items.map(({ Title }) => Title)
  }
  return { world, load, titles }
}

describe("imported items are published as the create action says (model.md section 4)", () => {
  const readers = async (publish?: Publish) => {
    const { load, titles } = await start(publish)
    await load("Title\nnew\n")
    const seen = await Promise.all(["ada", "bob", "cy"].map(async (by) => (await titles(by)).includes("new")))
    return seen
  }

  test("MEMBER and ADMIN only where it says nothing", async () => {
    expect(await readers()).toEqual([true, true, false])
    expect(await readers({ roles: ["CLERK"] })).toEqual([true, false, true])
    expect(await readers({ roles: [] })).toEqual([true, false, false])
    expect(await readers({ groups: true })).toEqual([true, true, true])
  })
})

describe("an empty CSV (model.md section 16)", () => {
  test("a header alone is a file of no rows: 200, empty results", async () => {
    const { load, titles } = await start()
    expect((await load("Title\n")).status).toBe(200)
    expect((await load("Title", { append: "true" })).status).toBe(200)
    expect(await titles("ada")).toEqual(["old"])
  })

  test("replace_all leaves the datastore empty", async () => {
    const { load, titles } = await start()
    expect((await load("Title\n", { replace_all: "true" })).status).toBe(200)
    expect(await titles("ada")).toEqual([])
  })

  test("a file of 0 bytes is 400", async () => {
    const { load, titles } = await start()
    expect((await load("", { replace_all: "true" })).status).toBe(400)
    expect(await titles("ada")).toEqual(["old"])
  })
})
