import { type Row, routesOf } from "./row.ts"

/** What a client needs to know of an operation at run time. */
export interface WireFacts {
  /** Method and path of each route, the main one first. */
  readonly routes: readonly (readonly [method: string, path: string])[]
  readonly takes: "json" | "form" | "nothing"
  readonly answers: "json" | "redirect" | "bytes" | "csv" | "passthrough"
}

export const wireFacts = (row: Row): WireFacts => ({
  routes: routesOf(row).map(({ method, path }) => [method.toUpperCase(), path]),
  takes: row.form !== undefined ? "form" : row.body !== undefined ? "json" : "nothing",
  answers: typeof row.answer === "function" ? "json" : row.answer.kind,
})
