import { listNamedRoles } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { authorizeGroupGrant, groupRolesInput, noApplication } from "./role-place.ts"

/** Replaces a group's roles in all applications. (api.md section 13) */
export const updateGroupRoles = command({
  name: "UpdateGroupRoles",
  summary: "Replaces all roles of a group",
  input: groupRolesInput,
  place: ["group"],
  authorize: authorizeGroupGrant,
  errors: { place: noApplication },
  execute(tx, { principal, granted: group }, input): void {
    tx.patch("groups", group.gId, { roles: [...new Set(listNamedRoles(tx, principal, input))] })
  },
})
