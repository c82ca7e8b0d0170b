import { type OperationName, rows } from "../api/contract/table.ts"
import { type WireFacts, wireFacts } from "../api/contract/wire-facts.ts"

/** Routes and kinds of every operation, of which `write-routes.mjs` writes the file that the client loads. */
export const wire = Object.fromEntries(rows.map(([name, row]) => [name, wireFacts(row)])) as Readonly<
  Record<OperationName, WireFacts>
>
