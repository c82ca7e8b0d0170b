import { requireDatastore } from "../../access/places.ts"
import { query } from "../../engine/use-case.ts"
import { targetNotFound } from "../../error.ts"
import type { RowError } from "../../records/imports/import-record.ts"

export interface GetImportResults {
  readonly datastore: string
  /** As ImportItems answered it. */
  readonly tempDatastoreId: string
}

/** How an import came out. */
export interface ImportResults {
  /** Its task is. */
  readonly isFinished: boolean
  /** None before it is finished. */
  readonly errors: readonly RowError[]
}

/** GetImportResults (api.md section 21.2); for whom imported. */
export const getImportResults = query({
  enter: requireDatastore,
  run(view, { actor, found: datastore }, { tempDatastoreId }: GetImportResults): ImportResults {
    const record = view.get("imports", tempDatastoreId)
    if (record === undefined || record.dId !== datastore.dId || record.uId !== actor.uId)
      throw targetNotFound(`import not found: ${tempDatastoreId}`)
    const isFinished = view.expect("tasks", record.qtId).finishedAt <= view.now
    return { isFinished, errors: isFinished ? record.errors : [] }
  },
})
