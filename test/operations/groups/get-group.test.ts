import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"

describe("GetGroup (api.md section 5.3)", () => {
  test("the top group when none is named", async () => {
    const { as, gId } = await people()
    const answer = await as("carol").getGroup({ route: 1 })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      error: "",
      group: { g_id: gId("ACME"), group_id: "ACME", name: "Acme", index: 0 },
      children: [
        { g_id: gId("SALES"), group_id: "SALES", name: "Sales", index: 0 },
        { g_id: gId("SUPPORT"), group_id: "SUPPORT", name: "Support", index: 1 },
      ],
      count: 2,
    })
  })

  test("the last segment is optional with its slash or without", async () => {
    const { world } = await people()
    const app = createApp({ world })
    const ask = async (path: string) => {
      const answer = await app.request(`http://localhost/api/v0${path}`, {
        headers: { authorization: "Bearer ada-token" },
      })
      return [answer.status, await answer.json()]
    }
    const [status, top] = await ask("/groups")
    expect(status).toBe(200)
    expect(await ask("/groups/")).toEqual([200, top])
    expect((await ask("/groups//"))[0]).toBe(404)
  })

  test("accepts internal and display IDs, and returns only direct children", async () => {
    const { as, gId } = await people()
    for (const group of ["SALES", gId("SALES")]) {
      const { body } = await as("bob").getGroup({ params: { "group-id": group } })
      expect(body).toMatchObject({ group: { group_id: "SALES" }, count: 2 })
      expect(body.children.map((child) => child.group_id)).toEqual(["TOKYO", "OSAKA"])
    }
    const leaf = await as("bob").getGroup({ params: { "group-id": "TOKYO" } })
    expect(leaf.body).toMatchObject({ children: [], count: 0 })
  })

  test("an unknown one, one of another workspace, another case", async () => {
    const { as, anybody, gId, world } = await people()
    for (const group of ["NOPE", "sales", "GLOBEX", gId("GLOBEX"), "__proto__"]) {
      const ask = () => as("ada").getGroup({ params: { "group-id": group } })
      expect(await refusalOf(world, ask)).toEqual([404, flat("NOT_FOUND", `group not found: ${group}`)])
    }
    expect((await refusalOf(world, () => anybody.getGroup({ route: 1 })))[0]).toBe(401)
  })

  test("returns groups of the current workspace", async () => {
    const { as, wId } = await people()
    await as("erin").selectWorkspace({ params: { "workspace-id": wId("Globex") } })
    expect((await as("erin").getGroup({ route: 1 })).body.group.group_id).toBe("GLOBEX")
    expect((await as("erin").getGroup({ params: { "group-id": "ACME" } })).status).toBe(404)
  })
})
