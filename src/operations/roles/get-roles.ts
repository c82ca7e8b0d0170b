import { listRoles, requireApplicationAt } from "../../access/places.ts"
import { answerRole } from "../../answers/settings.ts"
import { query } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import type { Role } from "../../model/records/role.ts"
import type { RolesAnswer } from "../answers/people-answers.ts"
import { applicationPlace } from "../places.ts"

/** Returns the roles of an application in creation order. (api.md section 13) */
export const getRoles = query({
  name: "GetRoles",
  summary: "The roles of an application",
  input: () => object(applicationPlace()),
  place: ["application"],
  authorize: requireApplicationAt,
  execute: (view, { granted: application }): Role[] => listRoles(view, application.pId),
  answer: (roles): RolesAnswer => ({ roles: roles.map(answerRole) }),
})
