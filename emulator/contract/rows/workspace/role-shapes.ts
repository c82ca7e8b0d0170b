import * as z from "zod"
import { displayId, internalId } from "../../shapes.ts"

/** The members of a role in settings (api.md section 14). */
export const roleMembers = () => ({
  role_id: internalId(),
  display_id: displayId(),
  name: z.string(),
  type: z.string(),
})
