import * as z from "zod"
import { requireDatastore } from "../../access/places.ts"
import { command } from "../../engine/operation.ts"
import type { IId } from "../../model/ids.ts"
import { object } from "../../model/input/schemas.ts"
import type { NewItemIDAnswer } from "../answers/item-answers.ts"

/** An ID that no item has. It is not reserved, only never given out twice. (api.md section 18.4) */
export const createNewItemID = command({
  name: "CreateNewItemID",
  summary: "An unused item ID",
  input: () => object({ datastore: z.string().describe("The datastore, by display or internal ID") }),
  place: ["datastore"],
  authorize: requireDatastore,
  execute: (tx): IId => tx.newId(),
  answer: (itemId): NewItemIDAnswer => ({ itemId }),
})
