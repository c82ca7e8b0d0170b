import { type Paint, plain } from "./colours.ts"
import { printable } from "./printable.ts"

export interface RequestLine {
  readonly method: string
  readonly path: string
  readonly operation: string | null
  readonly user: string | null
  readonly status: number
  readonly ms: number
  readonly effects: readonly string[]
  /** True if the request changed nothing, because it was a dry run. */
  readonly dry_run?: true | undefined
  readonly error?: string | undefined
  /** The cause of a refusal whose error covers several causes. */
  readonly why?: string | undefined
}

const MAX_EFFECTS = 5

export function requestLines(request: RequestLine, paint: Paint = plain): string[] {
  const { method, path, operation, user, status, ms, effects, dry_run: isDryRun = false, error, why } = request
  const parts = [
    `${paint(colourOf(status), String(status))} ${method} ${printable(path)}`,
    operation === null || !isGraphql(path) ? operation : `${operation} (GraphQL)`,
    user && printable(user),
    paint("dim", `${ms} ms`),
    isDryRun ? "dry run" : null,
  ]
  const more = effects.length > MAX_EFFECTS ? [`… and ${effects.length - MAX_EFFECTS} more effects`] : []
  return [
    parts.filter((part) => part !== null).join("  "),
    ...[error, why].flatMap((text) => (text === undefined ? [] : [`    ${paint(colourOf(status), printable(text))}`])),
    ...[...effects.slice(0, MAX_EFFECTS), ...more].map((effect) => `    ${paint("dim", printable(effect))}`),
  ]
}

/** Returns whether a path in the request log is the GraphQL endpoint. The operation is then a root. */
const isGraphql = (path: string): boolean => /^\/graphql(?:\?|$)/.test(path)

const colourOf = (status: number) =>
  status === 0 || status >= 500 ? "red" : status >= 400 ? "yellow" : ("green" as const)
