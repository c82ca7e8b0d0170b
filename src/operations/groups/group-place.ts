import * as z from "zod"
import { optionalString } from "../../model/input/index.ts"

export const groupPlace = () => ({ group: z.string().describe("The group, by internal or display ID") })

/** Input properties for a group and its workspace, for operations whose path contains a workspace. */
export const groupInWorkspace = () => ({
  workspace: optionalString("ID of the workspace; the current one when absent"),
  ...groupPlace(),
})

/** Input property for a group in the body. Optional, so that authorization runs before operations check its presence. */
export const namedGroup = () => ({ group: optionalString("The group, by internal or display ID") })
