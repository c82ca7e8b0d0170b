import * as z from "zod"
import { displayId, internalId } from "../shapes.ts"

/** Returns the properties of a role in settings (api.md section 14). */
export const roleMembers = () => ({
  role_id: internalId().describe("Internal ID of the role"),
  display_id: displayId().describe("Display ID, chosen on the service's screens"),
  name: z.string().describe("Name of the role"),
  type: z.string().describe("Kind of role"),
})
