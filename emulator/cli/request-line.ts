import { type Paint, plain } from "./colours.ts"
import { legible } from "./legible.ts"

/** What a line tells of a request; `presentRequestLine` and the control plane's Request have it. */
export interface ToldRequest {
  readonly method: string
  readonly path: string
  readonly operation: string | null
  readonly user: string | null
  readonly status: number
  readonly ms: number
  readonly effects: readonly string[]
  /** Why it was refused. */
  readonly error?: string | undefined
}

/** So many effects are shown of one request. */
const SHOWN = 5

/** A request in a line, with what it changed or why it was refused below it. */
export function requestLines(told: ToldRequest, paint: Paint = plain): string[] {
  const { method, path, operation, user, status, ms, effects, error } = told
  const parts = [
    `${paint(colourOf(status), String(status))} ${method} ${legible(path)}`,
    ...(operation === null ? [] : [operation]),
    ...(user === null ? [] : [legible(user)]),
    paint("dim", `${ms} ms`),
  ]
  const more = effects.length > SHOWN ? [`… and ${effects.length - SHOWN} more`] : []
  return [
    parts.join("  "),
    ...(error === undefined ? [] : [`    ${paint(colourOf(status), legible(error))}`]),
    ...[...effects.slice(0, SHOWN), ...more].map((effect) => `    ${paint("dim", legible(effect))}`),
  ]
}

const colourOf = (status: number) =>
  status === 0 || status >= 500 ? "red" : status >= 400 ? "yellow" : ("green" as const)
