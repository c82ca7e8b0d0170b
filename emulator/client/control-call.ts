import type { DomainError, Finding } from "../../src/inside.ts"

/** What a refusal says in an answer to a call (control.md section 3, "call"). */
interface Told {
  readonly code: DomainError["code"]
  readonly reason: DomainError["reason"]
  readonly status: number
  readonly message: string
  readonly details: DomainError["refusal"]
}

/** An operation in natural words was refused: what `world.as` throws in process as a `DomainError`. */
export class CallError extends Error {
  /** What it is called when it is printed, minified or not. */
  static override readonly name: string = "CallError"
  /** The operation, e.g. `createItem`. */
  readonly operation: string
  /** What is wrong, for programs, e.g. `ITEM_REV_CONFLICT`. */
  readonly code: DomainError["code"]
  /** The step of the operation that refused. */
  readonly reason: DomainError["reason"]
  /** The HTTP status that the API answers. */
  readonly status: number
  /** What the refusal says besides. */
  readonly details: DomainError["refusal"]

  constructor(operation: string, { code, reason, status, message, details }: Told) {
    super(message)
    this.name = "CallError"
    this.operation = operation
    this.code = code
    this.reason = reason
    this.status = status
    this.details = details
  }

  /** The faulty fields, items, properties or entries in order. */
  get findings(): readonly Finding[] {
    return this.details.findings ?? []
  }
}

/** The error of a call's answer; undefined where it is of another form. */
export function callErrorOf(operation: string, body: unknown): CallError | undefined {
  const told = typeof body === "object" && body !== null && "error" in body ? body.error : undefined
  return typeof told === "object" && told !== null && "reason" in told
    ? new CallError(operation, told as Told)
    : undefined
}

type Properties = Readonly<Record<string, unknown>>

/** What is sent for a call: JSON, or a form where the input holds bytes. */
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

/** The bytes of an input, a property or within one, and the input without them. */
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

const isObject = (value: unknown): value is Properties => typeof value === "object" && value !== null

/** A result that was answered as bytes, as the operation answers it in process; undefined where there are none. */
export async function readBytesResult(response: Response): Promise<Properties | undefined> {
  const names = response.headers.get("x-hexarium-result")
  if (names === null) return undefined
  const [, name = ""] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get("content-disposition") ?? "") ?? []
  const result: Properties = {
    name: decodeURIComponent(name),
    contentType: response.headers.get("content-type"),
    bytes: new Uint8Array(await response.arrayBuffer()),
  }
  return Object.fromEntries(names.split(",").map((property) => [property, result[property]]))
}

/** Operations by any name, each called with its input. An object of promises it is not, nor anything that JSON knows. */
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
