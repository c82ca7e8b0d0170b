import type { Row } from "../contract/row.ts"
import { parseJson, requireJsonType } from "./body.ts"
import type { Form } from "./multipart.ts"
import type { ApiRequest } from "./pipeline.ts"

export const EMPTY_FORM: Form = { fields: {}, files: [] }

/** The body of a request, read when first needed and not twice. */
export class RequestInput {
  readonly #row: Row
  readonly #request: ApiRequest
  #json: Promise<unknown> | undefined
  #form: Promise<Form> | undefined

  constructor(row: Row, request: ApiRequest) {
    this.#row = row
    this.#request = request
  }

  /** `{}` for an empty body. */
  json(): Promise<unknown> {
    this.#json ??= this.#readJson()
    return this.#json
  }

  form(): Promise<Form> {
    this.#form ??= this.#request.form()
    return this.#form
  }

  /** The body for operations that name their place in it; a malformed one counts as empty until parameters are checked. */
  async forEntry(): Promise<Readonly<Record<string, unknown>>> {
    const given =
      this.#row.form === undefined
        ? await this.json().catch(() => null)
        : (await this.form().catch(() => EMPTY_FORM)).fields
    return given !== null && typeof given === "object" ? (given as Record<string, unknown>) : {}
  }

  async #readJson(): Promise<unknown> {
    const bytes = await this.#request.body()
    if (bytes.length === 0) return {}
    requireJsonType(this.#request.headers.get("content-type"))
    return parseJson(bytes)
  }
}

/** A query by name. Of a parameter given several times the first counts. */
export function readQuery(search: string): Record<string, string> {
  const values: Record<string, string> = Object.create(null)
  if (search === "") return values
  if (/[%+]/.test(search)) {
    for (const [name, value] of new URLSearchParams(search)) values[name] ??= value
    return values
  }
  // Without anything escaped the parts are what they say.
  for (const part of (search.startsWith("?") ? search.slice(1) : search).split("&")) {
    const at = part.indexOf("=")
    if (part !== "") values[at < 0 ? part : part.slice(0, at)] ??= at < 0 ? "" : part.slice(at + 1)
  }
  return values
}
