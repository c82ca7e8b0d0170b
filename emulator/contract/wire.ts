import { type OperationName, rows } from "./table.ts"
import { type WireFacts, wireFacts } from "./wire-facts.ts"

/** Routes and kinds of every operation. Inlined by the build (`inline-data.mjs`), so that the client carries no schemas. */
export const wire = Object.fromEntries(rows.map(([name, row]) => [name, wireFacts(row)])) as Readonly<
  Record<OperationName, WireFacts>
>
