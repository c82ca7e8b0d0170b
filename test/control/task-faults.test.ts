import { describe, expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { checkInvariants } from "../../src/index.ts"
import { apiClient } from "../conformance.ts"
import { workshop } from "../sample-worlds/workshop.ts"

async function desk() {
  const { world } = await workshop()
  const app = createApp({ world })
  const plan = async (fault: object) => {
    const answer = await app.request("/_hexarium/worlds/main/faults", {
      method: "POST",
      headers: { "x-hexarium": "1", "content-type": "application/json" },
      body: JSON.stringify(fault),
    })
    const body = (await answer.json()) as { readonly faults: readonly object[] }
    return { status: answer.status, body }
  }
  return { world, ada: apiClient(app, "ada-token"), plan }
}

describe('a fault that lets tasks fail (control.md section 3, "faults")', () => {
  test("SaveTemplate returns as usual, its task ends with the fault, and there is no template", async () => {
    const { world, ada, plan } = await desk()
    expect((await plan({ operation: "SaveTemplate", task: "ERROR" })).body.faults).toMatchObject([
      { task: "ERROR", left: 1 },
    ])
    const save = () => ada.saveTemplate({ body: { project_id: "SHOP", name: "Shop" } })
    const failed = (await save()).body
    const statusOf = async (stream_id: string) =>
      Object.values((await ada.getTasks({ query: { stream_id } })).body).map(({ status }) => status)
    expect(await statusOf(failed.stream_id)).toEqual([{ id: 3, name: "ERROR" }])
    expect((await ada.downloadTemplate({ params: { "template-id": failed.tp_id } })).status).toBe(404)
    const saved = (await save()).body
    expect(await statusOf(saved.stream_id)).toEqual([{ id: 2, name: "PROCESSED" }])
    expect([saved.tp_id, saved.stream_id]).not.toContain(failed.tp_id)
    expect(Object.keys((await ada.getTasks()).body)).toHaveLength(2)
    await checkInvariants(world)
  })

  test("UploadTemplate makes nothing, ImportItems imports nothing", async () => {
    const { world, ada, plan } = await desk()
    await plan({ operation: "*", times: 2, task: "DEAD" })
    const archive = (await ada.downloadTemplate({ params: { "template-id": "blank" } })).body as Uint8Array<ArrayBuffer>
    const before = world.view().table("applications").size
    await ada.uploadTemplate({ form: { name: "Copy", file: new File([archive], "t.zip") } })
    expect(world.view().table("applications").size).toBe(before)
    const params = { "app-id": "SHOP", "datastore-id": "Orders" }
    const count = async () => (await ada.itemList({ params, body: {} })).body.totalItems
    const items = await count()
    const file = new File(["Title\nThird\n"], "orders.csv", { type: "text/csv" })
    const { status } = await ada.importItems({ params, form: { file } })
    expect([status, await count()]).toEqual([200, items])
    expect(Object.values((await ada.getTasks()).body).map((task) => task.status.name)).toEqual(["DEAD", "DEAD"])
    await ada.importItems({ params, form: { file } })
    expect(await count()).toBe(items + 1)
    await checkInvariants(world)
  })

  test("a refused request does not use it up, and others do not meet it", async () => {
    const { ada, plan } = await desk()
    await plan({ operation: "*", task: "ERROR" })
    expect((await ada.getUserInfo()).status).toBe(200)
    expect((await ada.saveTemplate({ body: { project_id: "NOPE", name: "Shop" } })).status).toBe(400)
    const { stream_id } = (await ada.saveTemplate({ body: { project_id: "SHOP", name: "Shop" } })).body
    const tasks = Object.values((await ada.getTasks({ query: { stream_id } })).body)
    expect(tasks.map(({ status }) => status.name)).toEqual(["ERROR"])
  })

  test.each([
    { operation: "CreateItem", task: "ERROR" },
    { operation: "ImportItems", task: "ERROR", status: 500 },
    { operation: "ImportItems", task: "QUEUED" },
  ])("refuses %j", async (fault) => {
    const { world, plan } = await desk()
    const before = world.hash()
    expect((await plan(fault)).status).toBe(400)
    expect(world.hash()).toBe(before)
  })
})
