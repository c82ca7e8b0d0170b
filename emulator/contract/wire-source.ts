import { type Row, routesOf } from "./row.ts"
import { rows } from "./table.ts"

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

/** The text of `wire.ts`: the table without its schemas, so that the client does not carry them. */
export const wireSource = (): string =>
  [
    '// Made from the table by "npm run contract"; a test keeps it current.',
    'import type { WireFacts } from "./wire-source.ts"',
    "",
    "/** Routes and kinds of every operation, without schemas: all that the client needs at run time. */",
    "export const wire = {",
    ...rows.map(([name, row]) => `  ${name}: ${literal(wireFacts(row))},`),
    "} as const satisfies Record<string, WireFacts>",
    "",
  ].join("\n")

const literal = ({ routes, takes, answers }: WireFacts): string =>
  `{ routes: [${routes.map(([method, path]) => `["${method}", "${path}"]`).join(", ")}], takes: "${takes}", answers: "${answers}" }`
