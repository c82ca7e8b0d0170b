import { requireWorkspaceAt } from "../../access/places.ts"
import { query } from "../../engine/use-case.ts"
import type { Workspace } from "../../records/workspace.ts"

/** GetWorkspaceFunctionality (api.md section 10): of any workspace the caller is in. */
export const getWorkspaceFunctionality = query({
  enter: requireWorkspaceAt,
  run: (_, { found: workspace }): Pick<Workspace, "wId" | "functionality"> => workspace,
})
