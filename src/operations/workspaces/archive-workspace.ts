import * as z from "zod"
import { firstWorkspace, requireArchivableWorkspace } from "../../access/index.ts"
import { restartWorkspaceSchedules } from "../../automation/index.ts"
import { command } from "../../engine/index.ts"
import { workspacePlace } from "../places.ts"

/**
 * Archives a workspace or undoes this. No list contains an archived workspace, nothing in it can be found, and its auto actions do not run.
 * Users whose current workspace it was change to their oldest remaining one. Requires an administrator of the workspace. (api.md section
 * 23)
 */
export const archiveWorkspace = command({
  name: "ArchiveWorkspace",
  summary: "Archives a workspace, or restores an archived one",
  input: () => ({
    ...workspacePlace(),
    archived: z.boolean().describe("True: archives the workspace; false: restores it"),
  }),
  place: ["workspace"],
  authorize: requireArchivableWorkspace,
  execute(tx, { granted: { wId, isArchived = false } }, { archived }): void {
    if (archived === isArchived) return
    tx.update("workspaces", wId, (draft) => {
      if (archived) draft.isArchived = true
      else delete draft.isArchived
    })
    for (const { uId, currentWId, memberships } of tx.list("users", "usersByWorkspace", wId)) {
      if (currentWId === (archived ? wId : null)) {
        tx.patch("users", uId, { currentWId: firstWorkspace(tx, memberships) })
      }
    }
    restartWorkspaceSchedules(tx, wId)
  },
})
