import * as z from "zod"
import { internalId, namedAnswer } from "../../api/index.ts"

const record = () => z.record(z.string(), z.unknown()).nullable()

/** A change of a record (control.md section 3, "differences"). */
export const differenceShape = namedAnswer("Difference", () => ({
  table: z.string().describe("Kind of the record, such as items or users"),
  d_id: internalId().optional().describe("Datastore of the record, if the record is an item"),
  id: z.string().describe("ID of the record; *** for a secret"),
  name: z.string().describe("Title, name or address of the record"),
  what: z.enum(["added", "removed", "changed"]).describe("Whether the record was added, removed or changed"),
  says: z.array(z.string()).describe("Changes of the record as sentences"),
  before: record().describe("Record before the change, without secrets; null if it was added"),
  after: record().describe("Record after the change, without secrets; null if it was removed"),
}))

export type WireDifference = z.input<ReturnType<typeof differenceShape>>
