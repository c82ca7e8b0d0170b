import { listApplications, listDatastores, requireWorkspaceAt } from "../../access/places.ts"
import { query } from "../../engine/use-case.ts"
import { storedBytes } from "../../files/storage.ts"
import type { WId } from "../../ids.ts"
import type { Limits } from "../../records/workspace.ts"
import { itemsTable } from "../../state/tables.ts"

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

/** GetWorkspaceUsage (api.md section 10): of any workspace the caller is in. */
export const getWorkspaceUsage = query({
  enter: requireWorkspaceAt,
  run(view, { found: { wId, limits } }): WorkspaceUsage {
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
