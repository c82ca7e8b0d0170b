import type { DomainError, Finding } from "../../src/model/index.ts"
import { decodeEscapes, isObject } from "./connection.ts"

/** Error in the response to a call (control.md section 3, "call"). */
type CallFailure = Pick<CallError, "code" | "reason" | "status" | "message" | "why" | "details">

/** Thrown when an operation refuses a call. In process, `world.as` throws a `DomainError` with the same properties. */
export class CallError extends Error {
  /** Set explicitly, because minification changes the names of classes. */
  static override readonly name: string = "CallError"
  /** Name of the operation, e.g. `createItem`. */
  readonly operation: string
  /** The error code, e.g. `ITEM_REV_CONFLICT`. */
  readonly code: DomainError["code"]
  /** Step of the operation in which the call was refused. */
  readonly reason: DomainError["reason"]
  /** The HTTP status of the API's response. */
  readonly status: number
  /** The cause of a refusal whose text covers several causes; undefined for other refusals. */
  readonly why: string | undefined
  /** Further details of the refusal. */
  readonly details: DomainError["refusal"]

  constructor(operation: string, { code, reason, status, message, why, details }: CallFailure) {
    super(message)
    this.name = "CallError"
    this.operation = operation
    this.code = code
    this.reason = reason
    this.status = status
    this.why = why
    this.details = details
  }

  /** Errors in single fields, items, properties or entries, in order; empty if the error lists none. */
  get findings(): readonly Finding[] {
    return this.details.findings ?? []
  }
}

export function callErrorOf(operation: string, body: unknown): CallError | undefined {
  const failure = isObject(body) ? body.error : undefined
  return isObject(failure) && "reason" in failure
    ? new CallError(operation, failure as unknown as CallFailure)
    : undefined
}

type Properties = Readonly<Record<string, unknown>>

/** Returns the body of a call: JSON, or a form if the input contains bytes. */
export function bodyOfCall(call: Properties): string | FormData {
  const upload = isObject(call.input) ? uploadIn(call.input) : undefined
  if (upload === undefined) return JSON.stringify(call)
  const form = new FormData()
  form.append("operation", String(call.operation))
  if (call.as !== undefined) form.append("as", String(call.as))
  form.append("input", JSON.stringify(upload.input))
  form.append("file", new Blob([upload.bytes]), "file")
  return form
}

/** Separates bytes, at most one level deep, from the rest of the input. Returns undefined if the input has no bytes. */
function uploadIn(input: Properties): { readonly input: Properties; readonly bytes: Bytes } | undefined {
  for (const [name, value] of Object.entries(input)) {
    if (isBytes(value)) return { input: { ...input, [name]: undefined }, bytes: value }
    if (!isObject(value) || !isBytes(value.bytes)) continue
    const { bytes, ...rest } = value
    return { input: { ...input, [name]: rest }, bytes }
  }
  return undefined
}

type Bytes = Uint8Array<ArrayBuffer>

const isBytes = (value: unknown): value is Bytes => value instanceof Uint8Array

/** Converts a response that contains bytes to the result that `world.as` returns; undefined for other responses. */
export async function readBytesResult(response: Response): Promise<Properties | undefined> {
  const names = response.headers.get("x-hexarium-result")
  if (names === null) return undefined
  const [, name = ""] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get("content-disposition") ?? "") ?? []
  const result: Properties = {
    name: decodeEscapes(name) ?? name,
    contentType: response.headers.get("content-type"),
    bytes: new Uint8Array(await response.arrayBuffer()),
  }
  return Object.fromEntries(names.split(",").map((property) => [property, result[property]]))
}

/** Creates an object with a function for every operation name, except `then` and `toJSON`, which `await` and JSON would call. */
export const callsBy = (call: (operation: string, input: unknown) => Promise<unknown>): object =>
  new Proxy(
    {},
    {
      get: (_, name) =>
        typeof name !== "string" || name === "then" || name === "toJSON"
          ? undefined
          : (input: unknown) => call(name, input),
    },
  )
