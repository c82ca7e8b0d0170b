import { answerRefusal, DomainError, oncePer } from "../../src/model/index.ts"
import { type Row, table, waysToFail } from "../api/index.ts"
import type { RefusedStep } from "../wire/index.ts"
import type { RequestEntry } from "../worlds/index.ts"

/** An outcome that an operation's requests may have, and how to cause it (insight.md section 5). */
export interface KnownOutcome {
  /** `ok`, `redirect`, `CSV`, `findings`, or the refusing step with its code, such as `conflict ITEM_REV_CONFLICT`. */
  readonly outcome: string
  /** A request, or a command that plans a fault. */
  readonly how: string
  /** Status and body of the planned fault, as text; undefined for an outcome that a request causes. */
  readonly fault?: string
}

/** Name of the outcome of a refused request. */
export const refusedOutcome = ({ step, code }: RefusedStep): string => `${step} ${code}`

const faultKey = (status: number, body: string): string => `${status} ${body}`

/** Quotes a text for a POSIX shell. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The rows of the contract by the operation's name. */
const rowsByName = oncePer((rows: typeof table) =>
  Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [`${name.charAt(0).toUpperCase()}${name.slice(1)}`, row as Row]),
  ),
)

export const operationRows = (): Readonly<Record<string, Row>> => rowsByName(table)

/** Returns all outcomes that the contract knows for an operation: first those of accepted requests, then the refusals. */
export const knownOutcomes = oncePer((row: Row): readonly KnownOutcome[] => {
  const name = Object.entries(operationRows()).find(([, one]) => one === row)?.[0] ?? ""
  const request = `${row.method.toUpperCase()} /api/v0${row.paths[0]}`
  const kind = typeof row.answer === "function" ? "json" : row.answer.kind
  const accepted: KnownOutcome[] = [
    kind === "redirect" ? { outcome: "redirect", how: request } : { outcome: "ok", how: request },
    ...(kind === "csv" ? [{ outcome: "CSV", how: `${request} with "format": "csv"` }] : []),
    ...(row.writesItems ? [{ outcome: "findings", how: `${request} with a value that only gives a warning` }] : []),
  ]
  const refused = new Map<string, KnownOutcome>()
  for (const { step, code, status } of waysToFail(row)) {
    const outcome = refusedOutcome({ step, code })
    if (refused.has(outcome)) continue
    const body = JSON.stringify(answerRefusal(new DomainError(code, step, `a planned fault: ${outcome}`), row).body)
    const how = `hexarium faults plan ${name} --status ${status} --body ${quoteForShell(body)}`
    refused.set(outcome, { outcome, how, fault: faultKey(status, body) })
  }
  return [...accepted, ...refused.values()]
})

/** Returns the outcome of a completed request. */
export function outcomeOf({ input, status, refused, answer, remarks }: RequestEntry): string {
  if (status === 0) return "disconnected"
  if (refused !== null) return refusedOutcome(refused)
  if (status >= 400) return plannedOutcome(input.operation, status, answer?.content)
  if (status >= 300) return "redirect"
  if (answer?.contentType?.startsWith("text/csv") === true) return "CSV"
  return remarks.length > 0 ? "findings" : "ok"
}

/** Returns the outcome that a planned fault imitates. Its body is that of the fault in `knownOutcomes`. */
function plannedOutcome(operation: string | null, status: number, body: unknown): string {
  const row = operation === null ? undefined : operationRows()[operation]
  const key = typeof body === "string" ? faultKey(status, body) : undefined
  const known = row === undefined ? undefined : knownOutcomes(row).find(({ fault }) => fault === key)
  return known?.outcome ?? `fault ${status}`
}
