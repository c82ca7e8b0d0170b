import type { Row } from "../contract/row.ts"
import { jsonOf } from "../http/body.ts"
import type { ApiRequest } from "../wire/api-request.ts"
import type { Form } from "../wire/form.ts"

export const EMPTY_FORM: Form = { fields: {}, files: [] }

/** The body of a request, read when first needed and not twice. */
export class RequestBody {
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

  /** Body or form for an operation whose place is in it; null when it can't be read. */
  async members(): Promise<Readonly<Record<string, unknown>> | null> {
    const given =
      this.#row.form === undefined ? await this.json().catch(() => null) : (await this.form().catch(() => null))?.fields
    return typeof given === "object" ? (given as Readonly<Record<string, unknown>> | null) : null
  }

  async #readJson(): Promise<unknown> {
    return jsonOf(await this.#request.body(), this.#request.headers.get("content-type"))
  }
}
