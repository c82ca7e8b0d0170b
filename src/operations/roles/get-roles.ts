import { listRoles, requireApplicationAt } from "../../access/places.ts"
import { query } from "../../engine/use-case.ts"
import type { Role } from "../../records/role.ts"

/** GetRoles (api.md section 13): the roles of an application in creation order. */
export const getRoles = query({
  enter: requireApplicationAt,
  run: (view, { found: application }): Role[] => listRoles(view, application.pId),
})
