import { beforeEach, describe, expect, test } from "vitest"
import { createWorld, type World } from "../../../src/world/index.ts"
import { type ApiClient, apiClient } from "../../conformance.ts"

const ITEM = "000000000000000000000a01"
const PLACE = { "app-id": "APP", "datastore-id": "PAPERS" }

let world: World
let ada: ApiClient

beforeEach(async () => {
  world = await createWorld({
    fixture: {
      version: 1,
      users: [{ email: "ada@acme.test", token: "ada" }],
      workspaces: [
        {
          name: "Acme",
          admins: ["ada@acme.test"],
          group: { group_id: "TOP", name: "Top", members: ["ada@acme.test"] },
          applications: [
            {
              application_id: "APP",
              name: "App",
              roles: [{ role_id: "MEMBER", name: "Members", users: ["ada@acme.test"] }],
              datastores: [
                {
                  datastore_id: "PAPERS",
                  name: "Papers",
                  fields: {
                    Draft: { dataType: "file", file: { multiple: true } },
                    Final: { dataType: "file", file: { multiple: true } },
                  },
                  items: [{ i_id: ITEM, values: {}, access: { users: ["ada@acme.test"] } }],
                },
              ],
            },
          ],
        },
      ],
    },
  })
  ada = apiClient(world, "ada")
})

async function uploadTo(field: string): Promise<string> {
  const form = { application_id: "APP", datastore_id: "PAPERS", file: new File(["hello"], "note.txt") }
  const { body } = await ada.uploadFile({ params: { "item-id": ITEM, "field-id": field }, form })
  return (body as { file_id: string }).file_id
}

async function write(item: Record<string, readonly string[]>): Promise<void> {
  const params = { ...PLACE, "item-id": ITEM }
  const { status } = await ada.updateItem({ params, body: { item, use_display_id: true, is_force_update: true } })
  expect(status).toBe(200)
}

const contentOf = async (fileId: string): Promise<string> => {
  const { status, body } = await ada.getFile({ params: { "file-id": fileId } })
  expect(status).toBe(200)
  return new TextDecoder().decode(body as Uint8Array)
}

/** Files in the values of the two fields. */
function filesInValues(): { draft: readonly string[]; final: readonly string[] } {
  const view = world.view()
  const [datastore] = view.table("datastores").toArray()
  const item = view.expect(`items:${datastore?.dId}` as never, ITEM) as unknown as {
    values: Record<string, readonly string[]>
  }
  const of = (displayId: string) =>
    item.values[datastore?.fields.find((field) => field.displayId === displayId)?.fId ?? ""] ?? []
  return { draft: of("Draft"), final: of("Final") }
}

describe("a file belongs to one field of one item (model.md section 18)", () => {
  test("named in another field of the item and no longer in the first, it moves and stays the file it was", async () => {
    const fileId = await uploadTo("Draft")
    await write({ Draft: [fileId] })
    await write({ Draft: [], Final: [fileId] })
    expect(filesInValues()).toEqual({ draft: [], final: [fileId] })
    expect(await contentOf(fileId)).toBe("hello")
    await write({ Draft: [fileId], Final: [] })
    expect(filesInValues()).toEqual({ draft: [fileId], final: [] })
    expect(await contentOf(fileId)).toBe("hello")
  })

  test("named in both, the second field gets a file of its own with the same bytes", async () => {
    const fileId = await uploadTo("Draft")
    await write({ Draft: [fileId] })
    await write({ Final: [fileId] })
    const { draft, final } = filesInValues()
    expect(draft).toEqual([fileId])
    expect(final).toHaveLength(1)
    expect(final).not.toContain(fileId)
    await write({ Draft: [] })
    expect((await ada.getFile({ params: { "file-id": fileId } })).status).toBe(404)
    expect(await contentOf(final[0] as string)).toBe("hello")
  })

  test("the field it belongs to keeps it, also when an earlier field names it, too", async () => {
    const fileId = await uploadTo("Final")
    await write({ Final: [fileId] })
    await write({ Draft: [fileId] })
    const { draft, final } = filesInValues()
    expect([draft.length, final]).toEqual([1, [fileId]])
    expect(draft).not.toContain(fileId)
  })

  test("an upload that two fields name at once is kept by the first, the other has a copy", async () => {
    const fileId = await uploadTo("Draft")
    await write({ Draft: [fileId], Final: [fileId] })
    const { draft, final } = filesInValues()
    expect([draft, final.length]).toEqual([[fileId], 1])
    expect(final).not.toContain(fileId)
    for (const one of [...draft, ...final]) expect(await contentOf(one)).toBe("hello")
  })

  test("it is deleted once no field names it", async () => {
    const fileId = await uploadTo("Draft")
    await write({ Draft: [fileId] })
    await write({ Draft: [], Final: [fileId] })
    await write({ Final: [] })
    expect((await ada.getFile({ params: { "file-id": fileId } })).status).toBe(404)
  })
})
