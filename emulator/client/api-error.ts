import type { OperationName } from "../api/contract/table.ts"

/** A request that was refused, or failed: any status from 400 up. */
export class ApiError extends Error {
  /** What it is called when it is printed, minified or not. */
  static override readonly name: string = "ApiError"
  /** The operation in the API's spelling of the table's keys, e.g. `createItem`. */
  readonly operation: OperationName
  /** The HTTP status. */
  readonly status: number
  /** `error_code` of the body or of its first element, e.g. `ITEM_REV_CONFLICT`; null when the body has none. */
  readonly code: string | null
  /** The body as it came, parsed where it was JSON. */
  readonly body: unknown

  constructor(operation: OperationName, status: number, body: unknown) {
    const { code, text } = summarize(body)
    super(`${operation}: ${status}${code === null ? "" : ` ${code}`}${text === "" ? "" : `: ${text}`}`)
    this.name = "ApiError"
    this.operation = operation
    this.status = status
    this.code = code
    this.body = body
  }
}

/** Code and text of an error body, whichever of the service's shapes it has. */
function summarize(body: unknown): { code: string | null; text: string } {
  if (!isObject(body)) return { code: null, text: typeof body === "string" ? body.slice(0, 200) : "" }
  const elements = Array.isArray(body.errors) ? body.errors : Array.isArray(body.error) ? body.error : []
  const reasons = elements.filter(isObject)
  const error = asText(body.error)
  const isCode = error === "NOT_FOUND"
  const texts = [asText(body.message), isCode ? null : error, reasonsText(reasons), asText(body.description)]
  return {
    code: asText(body.error_code) ?? asText(reasons[0]?.error_code) ?? (isCode ? error : null),
    text: texts.find((text) => text !== null && text !== "") ?? "",
  }
}

const MOST_REASONS = 5

/** What is wrong with what, e.g. `Total: expected a number; Kind: unknown option: x`. */
function reasonsText(reasons: readonly Record<string, unknown>[]): string {
  const texts = reasons.map(({ description, error }) => {
    const [what, why] = [asText(description) ?? "", asText(error) ?? ""]
    return what.includes(why) ? what : [what, why].filter(Boolean).join(": ")
  })
  const more = texts.length > MOST_REASONS ? `; ${texts.length - MOST_REASONS} more` : ""
  return `${texts.slice(0, MOST_REASONS).join("; ")}${more}`
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

const asText = (value: unknown): string | null => (typeof value === "string" ? value : null)
