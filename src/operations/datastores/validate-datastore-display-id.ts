import * as z from "zod"
import { listDatastores, requireReadableDatastore } from "../../access/index.ts"
import { query } from "../../engine/index.ts"
import { findByDisplayId } from "../../model/index.ts"
import { datastorePlace } from "../places.ts"

/** Returns whether another datastore of the application has a display ID. (api.md section 23) */
export const validateDatastoreDisplayID = query({
  name: "ValidateDatastoreDisplayID",
  summary: "Returns whether another datastore of the application has a display ID",
  input: () => ({ ...datastorePlace(), displayId: z.string().describe("The display ID to look for") }),
  place: ["application", "datastore"],
  authorize: requireReadableDatastore,
  execute: (view, { granted: { dId, pId } }, { displayId }): boolean =>
    (findByDisplayId(listDatastores(view, pId), displayId)?.dId ?? dId) !== dId,
  answer: (exists) => ({ exists }),
})
