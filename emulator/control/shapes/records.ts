import * as z from "zod"
import { answer, internalId, lazy, named } from "../../contract/shapes.ts"

const record = () => z.record(z.string(), z.unknown()).nullable()

/** What happened to a record (control.md section 3, "differences"). */
export const differenceShape = lazy(() =>
  named(
    "Difference",
    answer({
      table: z.string().describe("What it is a record of, such as items or users"),
      d_id: internalId().optional().describe("Of an item: its datastore"),
      id: z.string().describe("ID of the record; *** where that is a secret"),
      name: z.string().describe("What people call it: its title, name or address"),
      what: z.enum(["added", "removed", "changed"]).describe("What happened to it"),
      says: z.array(z.string()).describe("The same in words of the domain"),
      before: record().describe("The record before, without secrets; null when it was not there"),
      after: record().describe("The record after, likewise; null when it is gone"),
    }),
  ),
)

export type WireDifference = z.input<ReturnType<typeof differenceShape>>
