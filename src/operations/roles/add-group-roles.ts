import { listNamedRoles } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { authorizeGroupGrant, groupRolesInput, noApplication } from "./role-place.ts"

/** Adds roles to a group. (api.md section 13) */
export const addGroupRoles = command({
  name: "AddGroupRoles",
  summary: "Grants additional roles to a group",
  input: groupRolesInput,
  place: ["group"],
  authorize: authorizeGroupGrant,
  errors: { place: noApplication },
  execute(tx, { principal, granted: group }, input): void {
    const roles = listNamedRoles(tx, principal, input)
    tx.update("groups", group.gId, (draft) => {
      for (const rId of roles) if (!draft.roles.includes(rId)) draft.roles.push(rId)
    })
  },
})
