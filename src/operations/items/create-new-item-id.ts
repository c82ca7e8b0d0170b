import * as z from "zod"
import { requireDatastore } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import type { IId } from "../../model/index.ts"

/** Returns an unused item ID. The ID is not reserved for the caller, but this operation never returns it again. (api.md section 18.4) */
export const createNewItemID = command({
  name: "CreateNewItemID",
  summary: "Returns an unused item ID",
  input: () => ({ datastore: z.string().describe("The datastore, by display or internal ID") }),
  place: ["datastore"],
  authorize: requireDatastore,
  execute: (tx): IId => tx.newId(),
  answer: (itemId) => ({ itemId }),
})
