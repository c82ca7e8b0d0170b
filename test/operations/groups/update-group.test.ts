import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"

describe("UpdateGroup (api.md section 11)", () => {
  test("changes the properties of the body, by either path", async () => {
    const { as, gId, wId } = await people()
    const tokyo = gId("TOKYO")
    const params = { "group-id": "TOKYO", "workspace-id": wId("Acme") }
    expect(await as("dave").updateGroup({ params, body: { name: "Tōkyō" } })).toMatchObject({ status: 200, body: null })
    await as("ada").updateGroup({ params, body: { display_id: "TYO" }, route: 1 })
    const { group } = (await as("ada").getGroup({ params: { "group-id": "TYO" } })).body
    expect(group).toEqual({ g_id: tokyo, group_id: "TYO", name: "Tōkyō", index: 0 })
    const same = await as("ada").updateGroup({ params: { "group-id": "TYO" }, body: { display_id: "TYO" } })
    expect(same.status).toBe(200)
  })

  test("a blank display ID counts as absent (api.md section 0)", async () => {
    const { as, gId } = await people()
    const answer = await as("ada").updateGroup({ params: { "group-id": "TOKYO" }, body: { name: "T", display_id: "" } })
    expect(answer).toMatchObject({ status: 200, body: null })
    const { group } = (await as("ada").getGroup({ params: { "group-id": "TOKYO" } })).body
    expect(group).toEqual({ g_id: gId("TOKYO"), group_id: "TOKYO", name: "T", index: 0 })
  })

  test("the root may be renamed", async () => {
    const { as } = await people()
    expect((await as("ada").updateGroup({ params: { "group-id": "ACME" }, body: { name: "A" } })).status).toBe(200)
  })

  test("refuses", async () => {
    const { as, world, gId } = await people()
    const update = (name: string, group: string, body: object) => () =>
      as(name).updateGroup({ params: { "group-id": group }, body })
    expect(await refusalOf(world, update("ada", "NOPE", {}))).toEqual([404, flat("NOT_FOUND")])
    expect(await refusalOf(world, update("ada", gId("GLOBEX"), {}))).toEqual([404, flat("NOT_FOUND")])
    expect(await refusalOf(world, update("bob", "TOKYO", { name: "" }))).toEqual([403, flat("NO_PRIVILEGES")])
    for (const body of [{ name: "" }, { display_id: "a/b" }, { display_id: "OSAKA" }, { name: 1 }]) {
      expect(await refusalOf(world, update("ada", "TOKYO", body))).toEqual([400, flat("INVALID_PARAMS")])
    }
  })
})
