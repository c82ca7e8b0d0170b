import type * as z from "zod"
import type { ErrorShape } from "../../../../src/model/index.ts"
import { defined } from "../../../../src/model/index.ts"
import { type Row, routesOf } from "../../contract/row.ts"
import { type OperationName, operationOf } from "../../contract/table.ts"
import { PARAMETERS } from "../../contract/wire-input/path-properties.ts"
import { ERROR_NAMES, FLAT_EXAMPLES } from "./error-names.ts"
import { examples } from "./examples.ts"
import type { JsonSchemas } from "./json-schema.ts"
import { templateOf } from "./path.ts"
import type { RecordedExchange } from "./recorded-example.ts"
import { BYTES, describePathParameter, describeQuery, exampleOf } from "./writer.ts"

interface Described {
  readonly schemas: JsonSchemas
  readonly row: Row
  readonly name: OperationName
  readonly failures: ReadonlyMap<number, ReadonlySet<ErrorShape>>
  /** Names of the path parameters in the OpenAPI document. */
  readonly parameters: readonly string[]
}

export function describeOperation(described: Described): object {
  const { row, name } = described
  const example: Example = examples[operationOf(name)] ?? {}
  const requestBody = row.method === "get" ? undefined : describeBody(described, example)
  return {
    operationId: name,
    summary: row.summary,
    ...describeNotes(described),
    tags: [row.tag],
    security: row.auth === "public" ? [] : [...(row.auth === "optional" ? [{}] : []), { token: [] }],
    parameters: [
      ...describePath(described, example),
      ...describeQuery(described.schemas, row.query?.(), example.query),
    ],
    ...defined({ requestBody }),
    responses: { ...describeAnswer(described, example), ...describeFailures(described) },
    "x-operation": operationOf(name),
    "x-source": row.source,
  }
}

function describeNotes({ row }: Described): { description?: string } {
  const [, ...others] = routesOf(row).map(({ method, path }) => `\`${method.toUpperCase()} ${templateOf(path)}\``)
  const notes = [
    ...(others.length > 0 ? [`Also ${others.join(", ")}.`] : []),
    ...(row.method === "get" && row.body !== undefined ? ["The parameters may also be in a JSON body."] : []),
  ]
  return notes.length === 0 ? {} : { description: notes.join(" ") }
}

type Example = Partial<RecordedExchange>

function describePath({ row, parameters }: Described, { params = {} }: Example): object[] {
  const own = [...row.paths[0].matchAll(/:([^/]+)/g)].map(([, name]) => name ?? "")
  return parameters.map((name, at) => describePathParameter(name, PARAMETERS[name], params[own[at] ?? name]))
}

function describeBody(described: Described, example: Example): object | undefined {
  const { schemas, row } = described
  if (row.form !== undefined) return describeForm(described, row.form(), example)
  if (row.body === undefined) return undefined
  const schema = row.body()
  return {
    required: !schema.safeParse({}).success,
    content: { "application/json": { schema: schemas.ofInput(schema), ...exampleOf(example.body) } },
  }
}

function describeForm({ schemas, row: { file } }: Described, form: z.ZodType, example: Example): object {
  const { properties = {}, required = [], ...schema } = schemas.ofInput(form)
  const part = file === undefined ? {} : { file: { ...BYTES, description: file } }
  return {
    required: true,
    content: {
      "multipart/form-data": {
        schema: {
          ...schema,
          properties: { ...(properties as object), ...part },
          required: [...(required as string[]), ...Object.keys(part)],
        },
        ...exampleOf(example.form),
      },
    },
  }
}

function describeAnswer({ schemas, row: { answer } }: Described, example: Example): Record<string, object> {
  const json = (make: () => z.ZodType) => ({
    "application/json": { schema: schemas.ofOutput(make()), ...exampleOf(example.answer) },
  })
  if (typeof answer === "function") return { 200: { description: "Done", content: json(answer) } }
  switch (answer.kind) {
    case "redirect":
      return {
        200: { description: "If the request accepts JSON and not HTML", content: json(answer.json) },
        302: {
          description: "Target of the link",
          headers: { Location: { required: true, schema: { type: "string" }, ...exampleOf(example.location) } },
        },
      }
    case "csv":
      return {
        200: {
          description: "JSON, or CSV if format is csv",
          content: { ...json(answer.json), "text/csv": { schema: { type: "string" } } },
        },
      }
    case "bytes": {
      const schema = answer.contentType.startsWith("text/") ? { type: "string" } : BYTES
      return {
        200: {
          description: "Content of the file",
          content: { [answer.contentType]: { schema, ...exampleOf(example.text) } },
        },
      }
    }
    case "passthrough":
      return {
        default: {
          description: "The response of the called operation",
          content: { "*/*": exampleOf(example.answer) },
        },
      }
  }
}

const MEANINGS: Readonly<Record<number, string>> = {
  400: "A parameter, a value or a setting is invalid",
  401: "The token or the credentials are invalid",
  403: "The caller may not do this",
  404: "The target is missing, deleted or not visible to the caller",
  409: "The item has another revision",
  413: "The body is too large",
  415: "The encoding of the body is not supported",
  500: "The request failed and nothing was done",
}

/** Returns the error responses that the operations of these failures share by reference. */
export function usualFailures(all: readonly Described["failures"][]): Record<string, object> {
  const statuses = all.flatMap((failures) => [...failures].filter(([, shapes]) => isUsual(shapes)))
  const sorted = [...new Set(statuses.map(([status]) => status))].sort((left, right) => left - right)
  return Object.fromEntries(sorted.map((status) => [usualName(status), failure(status, ["flat"])]))
}

const isUsual = (shapes: ReadonlySet<ErrorShape>): boolean => shapes.size === 1 && shapes.has("flat")

const usualName = (status: number | string): string => `Refused${status}`

function describeFailures({ failures }: Described): Record<string, object> {
  const described = [...failures].map(([status, shapes]) => {
    const usual = { $ref: `#/components/responses/${usualName(status)}` }
    return [String(status), isUsual(shapes) ? usual : failure(status, [...shapes])]
  })
  return Object.fromEntries(described)
}

function failure(status: number, shapes: readonly ErrorShape[]): object {
  const refs = shapes.map((shape) => ({ $ref: `#/components/schemas/${ERROR_NAMES[shape]}` }))
  return {
    description: MEANINGS[status] ?? "Refused",
    content: {
      "application/json": {
        schema: refs.length === 1 ? refs[0] : { anyOf: refs },
        ...(shapes.includes("flat") ? exampleOf(FLAT_EXAMPLES[status]) : {}),
      },
    },
  }
}
