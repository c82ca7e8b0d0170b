import { listApplications, listDatastores, requireWorkspaceAt } from "../../access/index.ts"
import { query } from "../../engine/index.ts"
import { storedBytes } from "../../items/index.ts"
import type { WId } from "../../model/index.ts"
import type { Limits } from "../../model/records/index.ts"
import { itemsTable } from "../../state/index.ts"
import { workspacePlace } from "../places.ts"

export interface WorkspaceUsage {
  readonly wId: WId
  readonly users: number
  /** Size of the stored files in MiB. */
  readonly storageMb: number
  readonly datastores: number
  readonly items: number
  /** Limits of the workspace. 0 means unlimited. */
  readonly limits: Limits
}

const MEGABYTE = 1_048_576

/** Returns the number of users, datastores and items, the storage and the limits of a workspace of the caller. (api.md section 10) */
export const getWorkspaceUsage = query({
  name: "GetWorkspaceUsage",
  summary: "Returns the usage and limits of a workspace",
  input: workspacePlace,
  place: ["workspace"],
  authorize: requireWorkspaceAt,
  execute(view, { granted: { wId, limits } }): WorkspaceUsage {
    const datastores = listApplications(view, wId).flatMap((application) => listDatastores(view, application.pId))
    return {
      wId,
      users: view.ids("usersByWorkspace", wId).length,
      storageMb: storedBytes(view, wId) / MEGABYTE,
      datastores: datastores.length,
      items: datastores.reduce((sum, { dId }) => sum + view.table(itemsTable(dId)).size, 0),
      limits,
    }
  },
})
