import { table } from "../../api/index.ts"
import { root, SUCCESS } from "../root.ts"

/** Roots on workspaces (graphql.md section 3.2). */
export const workspacesRoots = {
  workspaces: root(table.getWorkspaces),
  workspaceCurrent: root(table.getCurrentWorkspace),
  setCurrentWorkSpace: root(table.selectWorkspace, { answer: () => SUCCESS }),
}
