import { requireCurrentWorkspace } from "../../access/places.ts"
import { query } from "../../engine/use-case.ts"
import type { Workspace } from "../../records/workspace.ts"

/** GetCurrentWorkspace (api.md section 10). Refuses a user who is in no workspace with NOT_FOUND. */
export const getCurrentWorkspace = query({
  enter: requireCurrentWorkspace,
  run: (_, { found: workspace }): Workspace => workspace,
})
