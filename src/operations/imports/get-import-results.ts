import * as z from "zod"
import { requireDatastore } from "../../access/index.ts"
import { query } from "../../engine/index.ts"
import { targetNotFound } from "../../model/index.ts"
import type { RowError } from "../../model/records/index.ts"

export interface ImportResults {
  /** Whether the import has finished. */
  readonly isFinished: boolean
  /** Errors by row. Empty until the import has finished. */
  readonly errors: readonly RowError[]
}

/** Returns the errors of an import. Only the user who started the import may call it. (api.md section 21.2) */
export const getImportResults = query({
  name: "GetImportResults",
  summary: "Returns the failures of an import, or null if nothing failed",
  input: () => ({
    datastore: z.string().describe("The datastore, by display or internal ID"),
    tempDatastoreId: z.string().describe("ID of the import, from the answer of ImportItems"),
  }),
  place: ["datastore"],
  authorize: requireDatastore,
  execute(view, { principal: actor, granted: datastore }, { tempDatastoreId }): ImportResults {
    const record = view.get("imports", tempDatastoreId)
    if (record === undefined || record.dId !== datastore.dId || record.uId !== actor.uId)
      throw targetNotFound(`import not found: ${tempDatastoreId}`)
    const isFinished = view.expect("tasks", record.qtId).finishedAt <= view.now
    return { isFinished, errors: isFinished ? record.errors : [] }
  },
})
