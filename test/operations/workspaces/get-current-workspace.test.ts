import { describe, expect, test } from "vitest"
import { people, refusalOf } from "../../sample-worlds/people.ts"

describe("GetCurrentWorkspace (api.md section 10)", () => {
  test("returns the latest selected workspace, by whichever token", async () => {
    const { anybody, as, wId, withToken } = await people()
    expect(await as("erin").getCurrentWorkspace()).toMatchObject({ status: 200, body: { workspace_id: wId("Acme") } })
    const { token } = (await anybody.login({ body: { email: "erin@both.test", password: "erin-pass" } })).body
    await withToken(token).selectWorkspace({ params: { "workspace-id": wId("Globex") } })
    expect((await as("erin").getCurrentWorkspace()).body).toEqual({ workspace_id: wId("Globex") })
  })

  test("no token", async () => {
    const { anybody, world } = await people()
    expect((await refusalOf(world, () => anybody.getCurrentWorkspace()))[0]).toBe(401)
  })
})
