import { getCurrentWorkspace, getWorkspaces, selectWorkspace } from "../../src/index.ts"
import type { table } from "../contract/table.ts"
import { handler } from "../http/handler.ts"

export const workspaceHandlers = {
  getWorkspaces: handler<typeof table.getWorkspaces>(async ({ caller }) => {
    const { workspaces, currentWId } = await getWorkspaces(caller)
    return {
      workspaces: workspaces.map(({ wId, name }) => ({ workspace_id: wId, workspace_name: name })),
      current_workspace_id: currentWId ?? "",
    }
  }),
  getCurrentWorkspace: handler<typeof table.getCurrentWorkspace>(async ({ caller }) => ({
    workspace_id: (await getCurrentWorkspace(caller)).wId,
  })),
  selectWorkspace: handler<typeof table.selectWorkspace>(async ({ caller, params }) => {
    await selectWorkspace(caller, { workspace: params["workspace-id"] })
    return null
  }),
}
