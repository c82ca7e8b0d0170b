import type * as z from "zod"
import type { Row } from "../contract/row.ts"
import { jsonOf } from "../http/body.ts"
import type { PlaceProperties } from "../http/handle.ts"
import type { ApiRequest } from "../wire/api-request.ts"
import type { Form } from "../wire/form.ts"

export const EMPTY_FORM: Form = { fields: {}, files: [] }

function shapeOf(schema: z.ZodType | undefined): Readonly<Record<string, z.ZodType>> {
  if (schema === undefined || !("shape" in schema)) throw new Error("a place in the body needs an object schema")
  return schema.shape as Record<string, z.ZodType>
}

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

  /**
   * The named properties of body or form, parsed by the row's own schema, so that what is authorized is what runs. One that does not fit
   * is absent. Null when body or form can't be read.
   */
  async placeProperties(names: readonly string[]): Promise<PlaceProperties> {
    const { form, body } = this.#row
    const given =
      form === undefined ? await this.json().catch(() => null) : (await this.form().catch(() => null))?.fields
    if (typeof given !== "object" || given === null) return null
    const shape = shapeOf((form ?? body)?.())
    const read = names.map((name) => [name, shape[name]?.safeParse(Reflect.get(given, name)).data] as const)
    return Object.fromEntries(read)
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
