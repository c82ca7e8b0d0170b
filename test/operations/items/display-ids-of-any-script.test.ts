import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { Worlds } from "../../../emulator/worlds/index.ts"
import type { Webhooks } from "../../../src/ports/index.ts"
import { createEngineWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { Rig, waitUntilSent } from "../../hub/rig.ts"
import { MEMBERS, membersFixture } from "../../sample-worlds/members.ts"

/** Display IDs of any script where items leave the API: in scripts, webhooks, events and calls (model.md section 1, "Display IDs"). */

const DECOMPOSED_NAME = "がな".normalize("NFD")

/** The script writes a log entry through paths that are percent-encoded, and copies the values that it receives. */
const SCRIPT = `async function main({ fields_data: fields, actions, i_id }) {
  const place = ["会員-アプリ", "기록"].map(encodeURIComponent)
  const ran = Object.values(actions).map(({ action_id }) => action_id).join(" ")
  await callAPIAsync("POST", \`/api/v0/applications/\${place[0]}/datastores/\${place[1]}/items/new\`, {
    item: {
      "中身": [fields["会員番号"].value, fields["radio test"].value, fields["radio test"].display_id].join("|"),
      "対象 ID": i_id,
      "行動": ran,
    },
  })
}`

async function members() {
  const posted: { readonly data: { readonly [key: string]: unknown } }[] = []
  const webhooks: Webhooks = {
    async post(_, body) {
      posted.push(body as (typeof posted)[number])
      return 200
    },
  }
  const post_script = { code: SCRIPT, sync: true }
  const fixture = membersFixture({ post_script, webhooks: ["http://127.0.0.1:9/hook"] })
  const world = await createEngineWorld({ fixture, ports: { webhooks } })
  const app = createApp({ world })
  const ada = apiClient(app, "ada-token")
  const item = { 会員番号: "K-1", "radio test": "はい です" }
  const itemId = (await ada.createItem({ params: MEMBERS, body: { item } })).body.item_id
  const complete = () =>
    ada.executeAction({
      params: { ...MEMBERS, "item-id": itemId, "action-id": "完了" },
      body: { rev_no: 1, use_display_id: true, item: { 会員番号: "K-2" }, comment: "done" },
    })
  return { world, app, posted, itemId, complete }
}

describe("an action with display IDs of any script", () => {
  test("gives them to its script, whose own calls take them in paths and items", async () => {
    const { world, itemId, complete } = await members()
    expect((await complete()).status).toBe(200)
    const { items } = await world.as("ada@acme.test").itemList({ application: "会員-アプリ", datastore: "기록" })
    expect(items.map(({ values }) => values)).toEqual([
      {
        中身: expect.stringMatching(/^K-2\|.+\|radio test$/),
        "対象 ID": itemId,
        行動: expect.stringContaining("完了"),
      },
    ])
  })

  test("gives them to its webhook", async () => {
    const { world, posted, itemId, complete } = await members()
    await complete()
    await world.idle()
    expect(posted).toMatchObject([
      {
        data: {
          i_id: itemId,
          title: "K-2",
          fields_data: {
            会員番号: { display_id: "会員番号", value: "K-2" },
            "radio test": { display_id: "radio test" },
          },
        },
      },
    ])
  })

  test("is reported on the hub", async () => {
    const { world, itemId, complete } = await members()
    const rig = new Rig(new Worlds(world))
    const bob = rig.greet("bob")
    await complete()
    await waitUntilSent()
    expect(bob.events).toMatchObject([
      { i_id: itemId, actionname: "Complete", comment: "done" },
      // The item that the action's script creates.
      { actionname: "CreateItem" },
    ])
  })
})

describe("the call route of the control plane", () => {
  test("takes and returns them, in every form of Unicode", async () => {
    const { world, app, itemId } = await members()
    await world.as("ada@acme.test").createField({
      application: "会員-アプリ",
      datastore: "회원",
      settings: { displayId: DECOMPOSED_NAME, name: "Kana", dataType: "text" },
    })
    const call = async (operation: string, input: object) => {
      const answer = await app.fetch("http://hexarium/_hexarium/worlds/main/call", {
        method: "POST",
        headers: { "content-type": "application/json", "x-hexarium": "1" },
        body: JSON.stringify({
          operation,
          as: "ada@acme.test",
          input: { application: "会員-アプリ", datastore: "회원".normalize("NFD"), ...input },
        }),
      })
      return [answer.status, await answer.json()] as const
    }
    const write = { itemId, revNo: 1, item: { [DECOMPOSED_NAME]: "x", "radio test": "いいえ" } }
    expect(await call("updateItem", write)).toMatchObject([200, {}])
    const conditions = [
      { id: "radio test", searchValue: ["いいえ"] },
      { id: DECOMPOSED_NAME, searchValue: ["x"], exactMatch: true },
    ]
    expect(await call("itemList", { conditions, sortFields: [{ id: "会員番号", order: "desc" }] })).toMatchObject([
      200,
      { result: { items: [{ itemId, values: { 会員番号: "K-1", [DECOMPOSED_NAME.normalize()]: "x" } }] } },
    ])
    const [status, body] = await call("updateItem", { itemId, revNo: 2, item: { "会員・番号": "y" } })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("会員・番号")])
  })
})
