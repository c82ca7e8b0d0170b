import { listApplications, listDatastores, requireWorkspaceAt } from "../../access/places.ts"
import { query } from "../../engine/operation.ts"
import { storedBytes } from "../../files/storage.ts"
import type { WId } from "../../model/ids.ts"
import { object } from "../../model/input/schemas.ts"
import type { Limits } from "../../model/records/workspace.ts"
import { itemsTable } from "../../state/tables.ts"
import { workspacePlace } from "../places.ts"

export interface WorkspaceUsage {
  readonly wId: WId
  readonly users: number
  /** Megabytes of 1,048,576 bytes. */
  readonly storageMb: number
  readonly datastores: number
  readonly items: number
  /** The most of each that there may be; 0 is no limit. */
  readonly limits: Limits
}

const MEGABYTE = 1_048_576

/** What any workspace that the caller is in holds. (api.md section 10) */
export const getWorkspaceUsage = query({
  name: "GetWorkspaceUsage",
  summary: "What a workspace holds, and its limits",
  input: () => object(workspacePlace()),
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
