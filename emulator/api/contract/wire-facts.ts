import { type Row, routesOf } from "./row.ts"
import { type OperationName, rows } from "./table.ts"

/** Properties of an operation that a client needs at run time. */
export interface WireFacts {
  /** Method and path of each route. The main route comes first. */
  readonly routes: readonly (readonly [method: string, path: string])[]
  readonly takes: "json" | "form" | "nothing"
  readonly answers: "json" | "redirect" | "bytes" | "csv" | "passthrough"
}

const wireFacts = (row: Row): WireFacts => ({
  routes: routesOf(row).map(({ method, path }) => [method.toUpperCase(), path]),
  takes: row.form !== undefined ? "form" : row.body !== undefined ? "json" : "nothing",
  answers: typeof row.answer === "function" ? "json" : row.answer.kind,
})

/** Properties of all operations that clients need. `write-routes.mjs` writes them to a file that the client loads. */
export const wire = Object.fromEntries(rows.map(([name, row]) => [name, wireFacts(row)])) as Readonly<
  Record<OperationName, WireFacts>
>
