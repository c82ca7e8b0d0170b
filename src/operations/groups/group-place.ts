import * as z from "zod"
import { optionalString } from "../../model/input/index.ts"

export const groupPlace = () => ({ group: z.string().describe("The group, by internal or display ID") })

/** Input properties of operations whose URL path contains a workspace and a group. */
export const groupInWorkspace = () => ({
  workspace: optionalString("ID of the workspace; the current one when absent"),
  ...groupPlace(),
})

/** Input property for a group in the body. Optional, because authorization runs before the group's presence is checked. */
export const namedGroup = () => ({ group: optionalString("The group, by internal or display ID") })
