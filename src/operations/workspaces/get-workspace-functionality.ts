import { requireWorkspaceAt } from "../../access/places.ts"
import { query } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import type { Workspace } from "../../model/records/workspace.ts"
import type { FunctionalityAnswer } from "../answers/workspace-answers.ts"
import { workspacePlace } from "../places.ts"

/** The functions of any workspace that the caller is in. (api.md section 10) */
export const getWorkspaceFunctionality = query({
  name: "GetWorkspaceFunctionality",
  summary: "Which functions a workspace offers",
  input: () => object(workspacePlace()),
  place: ["workspace"],
  authorize: requireWorkspaceAt,
  execute: (_, { granted: workspace }): Pick<Workspace, "wId" | "functionality"> => workspace,
  answer: ({ wId, functionality }): FunctionalityAnswer => ({ wId, ...functionality }),
})
