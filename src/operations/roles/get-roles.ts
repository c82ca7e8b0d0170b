import { listRoles, requireApplicationAt } from "../../access/index.ts"
import { query } from "../../engine/index.ts"
import type { Role } from "../../model/records/index.ts"
import { answerRole } from "../answers/settings.ts"
import { applicationPlace } from "../places.ts"

/** Returns the roles of an application in creation order. (api.md section 13) */
export const getRoles = query({
  name: "GetRoles",
  summary: "Returns the roles of an application",
  input: applicationPlace,
  place: ["application"],
  authorize: requireApplicationAt,
  execute: (view, { granted: application }): Role[] => listRoles(view, application.pId),
  answer: (roles) => ({ roles: roles.map(answerRole) }),
})
