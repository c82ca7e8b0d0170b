import { describe, expect, test } from "vitest"
import { checkInvariants, createWorld } from "../../../src/index.ts"
import { apiClient } from "../../conformance.ts"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"
import { workshop, workshopFixture } from "../../sample-worlds/workshop.ts"

const invoices = { name: { en: "Invoices", ja: "請求" } }

describe("CreateApplication (api.md section 14)", () => {
  test("an application with its two roles, the last of the workspace, of which the caller gets ADMIN", async () => {
    const { as, world, application } = await workshop()
    const { status, body } = await as("cleo").createApplication({ body: invoices })
    expect([status, body]).toEqual([200, { project_id: application(body.project_id).pId }])
    const settings = (await as("cleo").getApplicationSettings({ params: { "project-id": body.project_id } })).body
    expect(settings).toMatchObject({
      display_id: body.project_id,
      workspace_id: application("SHOP").wId,
      names: invoices.name,
      datastores: [],
    })
    expect(settings.roles.map((role) => [role.display_id, role.name])).toEqual([
      ["ADMIN", "admin"],
      ["MEMBER", "member"],
    ])
    const held = (await as("cleo").getUserInfo()).body.user_roles.filter(({ p_id }) => p_id === body.project_id)
    expect(held.map((role) => role.role_id)).toEqual(["ADMIN"])
    const params = { "workspace-id": application("SHOP").wId }
    const listed = (await as("cleo").getApplicationsAndDatastores({ params })).body
    expect(listed.map((one) => one.name)).toEqual(["Shop", "Invoices"])
    await checkInvariants(world)
  })

  test("nobody else holds a role of it", async () => {
    const { as } = await workshop()
    const { project_id } = (await as("cleo").createApplication({ body: invoices })).body
    const ask = await as("ned").getApplicationSettings({ params: { "project-id": project_id } })
    expect(ask.status).toBe(403)
  })

  test("403 in a workspace where none are made, before parameters are looked at", async () => {
    const fixture = structuredClone(workshopFixture)
    Object.assign(fixture.workspaces[0] ?? {}, { functionality: { use_create_application: false } })
    const world = await createWorld({ fixture })
    for (const body of [invoices, {}]) {
      const create = () => apiClient(world, "ada-token").createApplication({ body })
      expect(await refusalOf(world, create)).toEqual([403, flat("NO_PRIVILEGES")])
    }
  })

  test.each([
    [{}, /name/],
    [{ name: {} }, "name must not be empty"],
    [{ name: { en: " ", ja: "" } }, "name must not be empty"],
    [{ name: { en: 5 } }, /en/],
    [{ ...invoices, tp_id: "nope" }, "template not found: nope"],
  ])("refuses %j", async (body, error) => {
    const { as, world } = await people()
    const expected = typeof error === "string" ? error : expect.stringMatching(error)
    const create = () => as("ada").createApplication({ body })
    expect(await refusalOf(world, create)).toEqual([400, flat("INVALID_PARAMS", expected)])
  })
})
