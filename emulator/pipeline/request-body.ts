import { jsonOf } from "../api/http/body.ts"
import type { ApiRequest } from "../wire/api-request.ts"
import type { Form } from "../wire/form.ts"

export const EMPTY_FORM: Form = { fields: {}, files: [] }

/** The body of a request, read when first needed and not twice. */
export class RequestBody {
  readonly #request: ApiRequest
  #json: Promise<unknown> | undefined
  #form: Promise<Form> | undefined

  constructor(request: ApiRequest) {
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

  /** The unchecked properties of a part; none where it can't be read. */
  async sent(part: "query" | "body" | "form"): Promise<Readonly<Record<string, unknown>>> {
    if (part === "query") return this.#request.query()
    const read = part === "body" ? this.json() : this.form().then(({ fields }) => fields)
    const sent = await read.catch(() => undefined)
    return typeof sent === "object" && sent !== null ? (sent as Readonly<Record<string, unknown>>) : {}
  }

  async #readJson(): Promise<unknown> {
    return jsonOf(await this.#request.body(), this.#request.headers.get("content-type"))
  }
}
