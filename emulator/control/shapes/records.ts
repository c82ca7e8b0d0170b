import * as z from "zod"
import { answer, internalId, lazy, named } from "../../api/index.ts"

const record = () => z.record(z.string(), z.unknown()).nullable()

/** A change of a record (control.md section 3, "differences"). */
export const differenceShape = lazy(() =>
  named(
    "Difference",
    answer({
      table: z.string().describe("Kind of the record, such as items or users"),
      d_id: internalId().optional().describe("The datastore of an item"),
      id: z.string().describe("ID of the record; *** for a secret"),
      name: z.string().describe("Title, name or address"),
      what: z.enum(["added", "removed", "changed"]).describe("Kind of the change"),
      says: z.array(z.string()).describe("The changes as sentences"),
      before: record().describe("The record before, without secrets; null if added"),
      after: record().describe("The record after, without secrets; null if removed"),
    }),
  ),
)

export type WireDifference = z.input<ReturnType<typeof differenceShape>>
