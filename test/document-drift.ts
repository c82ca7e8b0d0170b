import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import { openApiDocument } from "../emulator/api/index.ts"
import type { Answered } from "./conformance.ts"

interface Answer {
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>
}

interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, Answer & { readonly $ref?: string }>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly responses: Readonly<Record<string, Answer>> }
}

const document = openApiDocument({ version: "0.0.0" }) as Document
const ajv = new Ajv2020({ strict: false, formats: { binary: true } }).addSchema(document, "openapi")
const validators = new Map<string, ValidateFunction>()

const escapePointer = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1")

/** Every operation of the document by its operationId, with the location of its responses. */
const operations = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, responses }]) => [
      operationId,
      { responses, pointer: `/paths/${escapePointer(path)}/${method}/responses` },
    ]),
  ),
)

/**
 * Checks a response against the OpenAPI document alone. Its status and content type must be documented, and its JSON must match the schema
 * according to an independent validator. Returns the violation, or null.
 */
export function documentDrift(operationId: string, { status, body, headers }: Answered<unknown>): string | null {
  const operation = operations.get(operationId)
  if (operation === undefined) return `the document lacks ${operationId}`
  const key = String(status) in operation.responses ? String(status) : "default"
  const told = operation.responses[key]
  if (told === undefined)
    return `of ${operationId} the document tells ${Object.keys(operation.responses)}, not ${status}`
  const shared = told.$ref?.replace(/^.*\//, "")
  const { content = {} } = shared === undefined ? told : (document.components.responses[shared] ?? {})
  const type = headers.get("content-type")?.replace(/;.*$/, "") ?? ""
  const media = Object.keys(content).find((one) => [type, type.replace(/\/.*/, "/*"), "*/*"].includes(one))
  if (media === undefined) {
    const isTold = type === "" && Object.keys(content).length === 0
    return isTold ? null : `of ${operationId} ${status} the document tells ${Object.keys(content)}, not "${type}"`
  }
  if (media !== "application/json" || content[media]?.schema === undefined) return null
  const pointer = shared === undefined ? `${operation.pointer}/${key}` : `/components/responses/${shared}`
  const at = encodeURI(`openapi#${pointer}/content/${escapePointer(media)}/schema`)
  const validate = validators.get(at) ?? ajv.compile({ $ref: at })
  validators.set(at, validate)
  return validate(body)
    ? null
    : `of ${operationId} ${status}: ${ajv.errorsText(validate.errors, { dataVar: "answer" })}`
}
