import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"

describe("GetPasswordPolicy (api.md section 10)", () => {
  test("the defaults, or what the workspace sets", async () => {
    const { as, wId } = await people()
    const policy = async (name: string, workspace: string) =>
      (await as(name).getPasswordPolicy({ params: { "workspace-id": wId(workspace) } })).body
    expect(await policy("bob", "Acme")).toEqual({
      use_expired_day: false,
      use_lockout_count: false,
      use_lockout_time: false,
      use_min_length: false,
      use_pattern_check: false,
      use_same_limit: false,
      expired_day: 30,
      lockout_count: 5,
      lockout_time: 5,
      min_length: 6,
      pattern_check_type: 0,
      same_limit: 2,
    })
    expect(await policy("sid", "Strict")).toMatchObject({ use_lockout_time: true, lockout_time: 10, min_length: 8 })
  })

  test("refuses a workspace that the caller is not in, and an unknown one", async () => {
    const { as, anybody, world, wId } = await people()
    const ask = (workspace: string) => () => as("bob").getPasswordPolicy({ params: { "workspace-id": workspace } })
    expect(await refusalOf(world, ask(wId("Globex")))).toEqual([403, flat("NO_PRIVILEGES")])
    expect(await refusalOf(world, ask("f".repeat(24)))).toEqual([404, flat("NOT_FOUND")])
    expect((await anybody.getPasswordPolicy({ params: { "workspace-id": wId("Acme") } })).status).toBe(401)
  })
})
