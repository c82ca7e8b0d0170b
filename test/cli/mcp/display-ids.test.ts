import { expect, test } from "vitest"
import { startServer } from "../../../emulator/node/index.ts"
import { createWorld } from "../../../src/index.ts"
import { membersFixture, MEMBERS as params } from "../../sample-worlds/members.ts"
import { connect } from "./mcp-client.ts"

test("display IDs of any script work in the tools of operations and in the schema (model.md section 1)", async () => {
  const server = await startServer({ world: await createWorld({ fixture: membersFixture() }), port: 0 })
  const mcp = await connect("--url", server.url)
  const call = async (operation: string, more: object) => {
    const { isError, texts, json } = await mcp.call("callOperation", { operation, user: "ada@acme.test", ...more })
    if (isError) throw new Error(texts.join("\n"))
    return json
  }
  try {
    const item = { 会員番号: "K-1", "radio test": "はい です" }
    const { item_id: itemId } = await call("CreateItem", { params, body: { item } })
    const at = { ...params, "datastore-id": "회원".normalize("NFD"), "item-id": itemId, "action-id": "更新" }
    await call("ExecuteAction", {
      params: at,
      body: { rev_no: 1, use_display_id: true, item: { 会員番号: "K-2" } },
    })
    const conditions = [{ id: "radio test", search_value: ["はい です"] }]
    const { items } = await call("ItemList", { params, body: { conditions, use_display_id: true } })
    expect(items).toMatchObject([{ i_id: itemId, title: "K-2", 会員番号: "K-2", "radio test": "Yes" }])
    await expect(call("CreateItem", { params, body: { item: { "会員・番号": "x" } } })).rejects.toThrow("会員・番号")
    const schema = JSON.stringify((await mcp.call("getSchema")).json)
    for (const id of ["会員-アプリ", "회원", "会員番号", "radio test", "はい です", "作成", "数 量"])
      expect(schema).toContain(id)
  } finally {
    await mcp.close()
    await server.close()
  }
})
