import type { OperationName } from "../api/index.ts"
import { isObject } from "./connection.ts"

/** Thrown when the API responds with a status of 400 or higher. */
export class ApiError extends Error {
  /** Set explicitly, because minification changes the names of classes. */
  static override readonly name: string = "ApiError"
  /** Name of the operation that failed, e.g. `createItem`. */
  readonly operation: OperationName
  /** The HTTP status. */
  readonly status: number
  /** Code of the refusal, e.g. `ITEM_REV_CONFLICT`, as `DomainError.code` has it; null if the body has none (errors.md section 1). */
  readonly code: string | null
  /** The body, parsed if it is JSON. */
  readonly body: unknown
  /** Number of the request in the server's log, if its token observes; null for other tokens (control.md section 3, "observing"). */
  readonly requestId: string | null

  constructor(operation: OperationName, status: number, body: unknown, requestId: string | null = null) {
    const { code, text } = summarize(body)
    super(`${operation}: ${status}${code === null ? "" : ` ${code}`}${text === "" ? "" : `: ${text}`}`)
    this.name = "ApiError"
    this.operation = operation
    this.status = status
    this.code = code
    this.body = body
    this.requestId = requestId
  }
}

/** Extracts the code and message from an error response, in any of the API's error formats. */
function summarize(body: unknown): { code: string | null; text: string } {
  if (!isObject(body)) return { code: null, text: typeof body === "string" ? body.slice(0, 200) : "" }
  const elements = Array.isArray(body.errors) ? body.errors : Array.isArray(body.error) ? body.error : []
  const reasons = elements.filter(isObject)
  const error = asText(body.error)
  const isCode = error === "NOT_FOUND"
  const texts = [
    asText(body.message),
    isCode ? null : error,
    reasonsText(reasons),
    asText(body.description),
    stopText(body.details),
  ]
  return {
    code: asText(body.error_code) ?? codeOfElements(reasons) ?? (isCode ? error : null),
    text: texts.find((text) => text !== null && text !== "") ?? "",
  }
}

/** If all changes were rolled back, the last element says so. Otherwise the first error has the code of the whole refusal. */
function codeOfElements(reasons: readonly Readonly<Record<string, unknown>>[]): string | null {
  const isRolledBack = reasons.at(-1)?.error_code === "TRANSACTION_ABORTED"
  const first = reasons.find(({ error_level }) => error_level !== "WARN") ?? reasons[0]
  return asText((isRolledBack ? reasons.at(-1) : first)?.error_code)
}

const MAX_REASONS = 5

/** Joins error messages, e.g. `Total: expected a number; Kind: unknown option: x`. */
function reasonsText(reasons: readonly Readonly<Record<string, unknown>>[]): string {
  const texts = reasons.map(({ description, error }) => {
    const [what, why] = [asText(description) ?? "", asText(error) ?? ""]
    const [said = "", ...suggestion] = why.split("; did you mean ")
    return what.includes(said) ? [what, ...suggestion].join("; did you mean ") : [what, why].filter(Boolean).join(": ")
  })
  const more = texts.length > MAX_REASONS ? `; and ${texts.length - MAX_REASONS} more errors` : ""
  return `${texts.slice(0, MAX_REASONS).join("; ")}${more}`
}

const MAX_RESULT = 500

/** Returns the value with which a script was rejected (errors.md E8), or null. */
function stopText(details: unknown): string | null {
  const result = isObject(details) ? (details.result ?? null) : null
  return result === null ? null : (asText(result) ?? JSON.stringify(result)).slice(0, MAX_RESULT)
}

const asText = (value: unknown): string | null => (typeof value === "string" ? value : null)
