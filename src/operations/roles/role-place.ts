import * as z from "zod"
import { requireGrantableApplication, requireGroupToGrant, withPlaceCode } from "../../access/index.ts"
import { list, object } from "../../model/input/index.ts"
import { groupPlace } from "../groups/group-place.ts"
import { applicationPlace } from "../places.ts"

/** Input properties that select a role and its application. */
export const rolePlace = () => ({
  ...applicationPlace(),
  role: z.string().describe("The role, by display ID or r_id"),
})

export const roleGrant = () => ({ uId: z.string().describe("ID of the user"), ...rolePlace() })

export const groupRolesInput = () => ({
  ...groupPlace(),
  roles: list(object(rolePlace())).describe("Roles that the group's members hold, each with its application"),
})

export const authorizeRoleGrant = withPlaceCode("INVALID_PARAMS", requireGrantableApplication)

export const authorizeGroupGrant = withPlaceCode("INVALID_PARAMS", requireGroupToGrant)

/** Error of role operations for a missing or hidden application, which they report as an invalid parameter (api.md section 13). */
export const noApplication = { code: "INVALID_PARAMS" } as const

export const noGrant = {
  shape: "errorMessage",
  error: "No privileges to the Application",
  number: 999,
} as const
