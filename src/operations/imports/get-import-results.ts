import * as z from "zod"
import { requireDatastore } from "../../access/places.ts"
import { query } from "../../engine/operation.ts"
import { targetNotFound } from "../../model/error.ts"
import { object } from "../../model/input/schemas.ts"
import type { RowError } from "../../records/imports/import-record.ts"

/** How an import came out. */
export interface ImportResults {
  /** Its task is. */
  readonly isFinished: boolean
  /** None before it is finished. */
  readonly errors: readonly RowError[]
}

/** The failures of an import, for the user who imported. (api.md section 21.2) */
export const getImportResults = query({
  name: "GetImportResults",
  summary: "The failures of an import, null when there was none",
  input: () =>
    object({
      datastore: z.string().describe("The datastore, by display or internal ID"),
      tempDatastoreId: z.string().describe("ID of the import, as ImportItems answers it"),
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
