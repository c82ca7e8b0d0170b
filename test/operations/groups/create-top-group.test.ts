import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"
import { badGroups, lab } from "./new-group.ts"

describe("CreateTopGroup (api.md section 11)", () => {
  test("a top group hangs below the root, its display ID is generated", async () => {
    const { as, wId } = await people()
    const params = { "workspace-id": wId("Acme") }
    const answer = await as("ada").createTopGroup({ params, body: { name: "New" } })
    expect(answer.body).toEqual({
      group: expect.objectContaining({
        name: "New",
        index: 2,
        is_root: false,
        display_id: expect.stringMatching(/^Grp-[A-Za-z0-9]{8}$/),
      }),
    })
    const blank = await as("ada").createTopGroup({ params, body: { name: "Newer", display_id: "" } })
    expect(blank.body.group.display_id).toMatch(/^Grp-[A-Za-z0-9]{8}$/)
    const named = await as("ada").createTopGroup({ params, body: lab })
    expect(named.body.group.display_id).toBe("LAB")
  })

  test.each(badGroups)("refuses %s", async (_, body) => {
    const { as, world, wId } = await people()
    const create = () => as("ada").createTopGroup({ params: { "workspace-id": wId("Acme") }, body })
    expect(await refusalOf(world, create)).toEqual([400, flat("INVALID_PARAMS")])
  })

  test("place, then right, then parameters", async () => {
    const { as, anybody, world, wId } = await people()
    const acme = wId("Acme")
    const top = (name: string, workspace: string) => () =>
      as(name).createTopGroup({ params: { "workspace-id": workspace }, body: {} })
    expect(await refusalOf(world, top("ada", "f".repeat(24)))).toEqual([404, flat("NOT_FOUND")])
    expect(await refusalOf(world, top("ada", wId("Globex")))).toEqual([403, flat("NO_PRIVILEGES")])
    expect(await refusalOf(world, top("dave", acme))).toEqual([403, flat("NO_PRIVILEGES")])
    expect(await refusalOf(world, top("ada", acme))).toEqual([400, flat("INVALID_PARAMS")])
    expect(
      (await refusalOf(world, () => anybody.createTopGroup({ params: { "workspace-id": acme }, body: lab })))[0],
    ).toBe(401)
  })
})
