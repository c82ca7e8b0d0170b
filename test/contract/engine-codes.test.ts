import { expect, test } from "vitest"
import { DomainError } from "../../src/model/index.ts"
import type { World } from "../../src/world/index.ts"
import { apiClient } from "../conformance.ts"
import { smallWorld } from "../sample-worlds/small.ts"

const UNKNOWN_PLACE = { application: "NOPE", datastore: "NOPE" }
const WIRE_NOWHERE = { "app-id": "NOPE", "datastore-id": "NOPE" }

type InProcess = ReturnType<World["raw"]["as"]>
type OverHttp = ReturnType<typeof apiClient>

const codeOf = (error: unknown): string => (error instanceof DomainError ? error.code : String(error))

test.each<[string, (ada: InProcess) => Promise<unknown>, (ada: OverHttp) => Promise<{ readonly body: unknown }>]>([
  [
    "GetAutoActionSettings",
    (ada) => ada.getAutoActionSettings({ autoId: "nope" }),
    (ada) => ada.getAutoActionSettings({ params: { "auto-id": "nope" } }),
  ],
  ["GetNewActions", (ada) => ada.getNewActions(UNKNOWN_PLACE), (ada) => ada.getNewActions({ params: WIRE_NOWHERE })],
  [
    "GetAutoNumber",
    (ada) => ada.getAutoNumber({ ...UNKNOWN_PLACE, field: "No" }),
    (ada) => ada.getAutoNumber({ params: { ...WIRE_NOWHERE, "field-id": "No" } }),
  ],
  [
    "UpdateAutoNumber",
    (ada) => ada.updateAutoNumber({ ...UNKNOWN_PLACE, field: "No", autoNum: 1 }),
    (ada) => ada.updateAutoNumber({ params: { ...WIRE_NOWHERE, "field-id": "No" }, body: { auto_num: 1 } }),
  ],
  [
    "AddRoleToUser",
    (ada) => ada.addRoleToUser({ application: "NOPE", role: "MEMBER", uId: "nobody" }),
    (ada) => ada.addRoleToUser({ params: { "app-id": "NOPE" }, body: { user_id: "nobody", role_id: "MEMBER" } }),
  ],
  [
    "AddGroupRoles",
    (ada) => ada.addGroupRoles({ group: "NOPE", roles: [] }),
    (ada) => ada.addGroupRoles({ params: { "group-id": "NOPE" }, body: { group_roles: [] } }),
  ],
])("%s refuses with the same code in process and over HTTP (errors.md section 2)", async (_, inProcess, overHttp) => {
  const world = await smallWorld()
  const thrown = await inProcess(world.raw.as("ada@acme.test")).then(() => "done", codeOf)
  const { body } = await overHttp(apiClient(world, "ada-token"))
  expect(thrown).toBe("INVALID_PARAMS")
  expect(JSON.stringify(body)).toContain('"error_code":"INVALID_PARAMS"')
})
