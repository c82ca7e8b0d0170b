import * as z from "zod"
import { object } from "../../model/input/schemas.ts"
import { applicationPlace } from "../places.ts"

/** A role of an application, both named by display or internal ID. */
export const rolePlace = () => ({
  ...applicationPlace(),
  role: z.string().describe("The role, by display ID or r_id"),
})

/** A role that a user gets or loses. */
export const roleGrant = () => object({ uId: z.string().describe("ID of the user"), ...rolePlace() })

/** An application that is missing or not shown is a wrong parameter here (api.md section 13). */
export const noApplication = { code: "INVALID_PARAMS" } as const

export const noGrant = {
  shape: "errorMessage",
  error: "No privileges to the Application",
  members: { code: 999 },
} as const
