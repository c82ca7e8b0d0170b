import * as z from "zod"

/** A group of the current workspace. */
export const groupPlace = () => ({ group: z.string().describe("The group, by internal or display ID") })

/** A group, whose workspace some paths name, too. */
export const groupInWorkspace = () => ({
  workspace: z.string().describe("ID of the workspace; it must be the current one").optional(),
  ...groupPlace(),
})

/** A group in a body. Optional, so that the caller is authorized even without one; the operation requires it afterwards. */
export const namedGroup = () => ({ group: z.string().describe("The group, by internal or display ID").optional() })
