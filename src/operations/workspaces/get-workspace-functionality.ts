import { requireWorkspaceAt } from "../../access/index.ts"
import { query } from "../../engine/index.ts"
import type { Workspace } from "../../model/records/index.ts"
import { workspacePlace } from "../places.ts"

/** Returns the features that are enabled in one of the caller's workspaces. (api.md section 10) */
export const getWorkspaceFunctionality = query({
  name: "GetWorkspaceFunctionality",
  summary: "Returns the functionality flags of a workspace",
  input: workspacePlace,
  place: ["workspace"],
  authorize: requireWorkspaceAt,
  execute: (_, { granted: workspace }): Pick<Workspace, "wId" | "functionality"> => workspace,
  answer: ({ wId, functionality }) => ({ wId, ...functionality }),
})
