import type { Operation } from "../../../src/engine/index.ts"
import { defined, nearest } from "../../../src/model/index.ts"
import * as declared from "../../../src/operations/list.ts"
import {
  type DeclaredRow,
  describeOperation,
  examples,
  failuresOf,
  type JsonSchema,
  JsonSchemas,
  type OperationName,
  operationOf,
  type Row,
  rows,
  table,
} from "../../api/index.ts"
import { selfContained } from "./self-contained.ts"

export interface ListedOperation {
  readonly operation: string
  readonly summary: string
  /** Absent for an operation that the HTTP API lacks. */
  readonly tag?: string
  readonly method?: string
  /** Path relative to /api/v0, in which `:name` is a parameter. */
  readonly path?: string
  readonly auth: Row["auth"]
}

const listOperation = (name: OperationName, { summary, tag, method, paths, auth }: Row): ListedOperation => ({
  operation: operationOf(name),
  summary,
  tag,
  method: method.toUpperCase(),
  path: paths[0],
  auth,
})

const withRow = new Set<unknown>(rows.map(([, row]) => (row as Partial<DeclaredRow>).operation))

/** Operations that the HTTP API lacks, by name. The control plane's route `call` runs them (api.md section 23). */
const withoutPath: ReadonlyMap<string, Operation> = new Map(
  Object.entries(declared as Readonly<Record<string, Operation>>).filter(([, operation]) => !withRow.has(operation)),
)

const listedWithoutPath = ({ name, summary, isPublic }: Operation): ListedOperation => ({
  operation: name,
  summary,
  auth: isPublic ? "public" : "token",
})

export interface OperationFilter {
  readonly tag?: string | undefined
  /** Words, in any order and case. */
  readonly text?: string | undefined
  readonly reads?: boolean | undefined
}

/** Lists the operations that meet all conditions of the filter. */
export function listOperations({ tag, text = "", reads }: OperationFilter = {}): ListedOperation[] {
  const words = text.toLowerCase().split(/\s+/)
  const all = [
    ...rows.map(([name, row]) => ({
      one: listOperation(name, row),
      isRead: (row as Partial<DeclaredRow>).operation?.isRead === true,
    })),
    ...[...withoutPath.values()].map((one) => ({ one: listedWithoutPath(one), isRead: one.isRead === true })),
  ]
  return all
    .filter(({ one, isRead: changesNothing }) => {
      const searched = `${one.operation} ${one.summary} ${one.path ?? ""}`.toLowerCase()
      const isMeant = (tag === undefined || one.tag === tag) && (reads === undefined || reads === changesNothing)
      return isMeant && words.every((word) => searched.includes(word))
    })
    .map(({ one }) => one)
}

/** An operation's name, and whether the HTTP API has a path for it. */
export type CallableOperation =
  | { readonly name: OperationName; readonly hasPath: true }
  | { readonly name: string; readonly hasPath: false; readonly operation: Operation }

export function requireOperation(spelling: string): CallableOperation {
  const name = `${spelling.charAt(0).toLowerCase()}${spelling.slice(1)}`
  if (Object.hasOwn(table, name)) return { name: name as OperationName, hasPath: true }
  const operation = withoutPath.get(name)
  if (operation !== undefined) return { name, hasPath: false, operation }
  const meant = nearest(
    spelling,
    listOperations().map((other) => other.operation),
  )
  throw new Error(`unknown operation ${spelling}${meant === undefined ? "" : `; did you mean ${meant}?`}`)
}

interface OperationObject {
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly description?: string
    readonly schema: JsonSchema
  }[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: Record<string, { readonly schema: JsonSchema }>
  }
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema?: JsonSchema }> }>
}

/** Parts of an operation's description that a client may choose. */
export const DESCRIBED_PARTS = ["input", "answer", "refuses", "example"] as const

/** Parts that are described by default. The schema of the answer can be very long, and the example shows an answer. */
const USUAL_PARTS: readonly (typeof DESCRIBED_PARTS)[number][] = ["input", "refuses", "example"]

/** Describes some parts of an operation. */
export function describeParts({
  operation,
  parts = USUAL_PARTS,
}: {
  readonly operation: string
  readonly parts?: readonly (typeof DESCRIBED_PARTS)[number][] | undefined
}): Record<string, unknown> {
  const left = DESCRIBED_PARTS.filter((part) => !parts.includes(part))
  return Object.fromEntries(
    Object.entries(describeForCalls(operation)).filter(([name]) => !left.some((part) => part === name)),
  )
}

export function describeForCalls(spelling: string): Record<string, unknown> {
  const found = requireOperation(spelling)
  if (!found.hasPath) return describeWithoutPath(found.operation)
  const { name } = found
  const row: Row = table[name]
  const schemas = new JsonSchemas()
  const failures = failuresOf(row)
  const parameters = [...row.paths[0].matchAll(/:([^/]+)/g)].map(([, parameter = ""]) => parameter)
  const object = describeOperation({ schemas, row, name, failures, parameters }) as OperationObject
  const { operation: _, source: __, date: ___, ...example } = examples[operationOf(name)] ?? {}
  const answer = Object.values(object.responses[200]?.content ?? {})[0]?.schema
  return {
    ...listOperation(name, row),
    input: selfContained(inputOf(object, row), schemas),
    ...defined({ answer: answer && selfContained(answer, schemas) }),
    refuses: [...failures.keys()],
    ...(Object.keys(example).length === 0 ? {} : { example }),
  }
}

function describeWithoutPath(operation: Operation): Record<string, unknown> {
  const schemas = new JsonSchemas()
  const input = { type: "object", properties: { input: schemas.ofInput(operation.input()) }, required: ["input"] }
  return { ...listedWithoutPath(operation), input: selfContained(input, schemas) }
}

function inputOf({ parameters, requestBody }: OperationObject, { file }: Row): JsonSchema {
  const path = parametersIn(parameters, "path")
  const query = parametersIn(parameters, "query")
  const parts: [string, JsonSchema, boolean][] = []
  if (path !== undefined) parts.push(["params", path, true])
  if (query !== undefined) parts.push(["query", query, query.required !== undefined])
  const json = requestBody?.content["application/json"]
  if (json !== undefined) parts.push(["body", json.schema, requestBody?.required ?? false])
  const form = requestBody?.content["multipart/form-data"]
  if (form !== undefined) parts.push(["form", withoutProperty(form.schema, "file"), false])
  if (file !== undefined)
    parts.push(["file", { type: "object", description: "The file to upload (property file of callOperation)" }, true])
  return {
    type: "object",
    properties: Object.fromEntries(parts.map(([name, schema]) => [name, schema])),
    required: parts.filter(([, , isRequired]) => isRequired).map(([name]) => name),
  }
}

function parametersIn(parameters: OperationObject["parameters"], place: string): JsonSchema | undefined {
  const found = parameters.filter((parameter) => parameter.in === place)
  if (found.length === 0) return undefined
  const required = found.filter((parameter) => parameter.required).map(({ name }) => name)
  return {
    type: "object",
    properties: Object.fromEntries(
      found.map(({ name, description, schema }) => [
        name,
        description === undefined ? schema : { ...schema, description },
      ]),
    ),
    ...(required.length === 0 ? {} : { required }),
  }
}

function withoutProperty(schema: JsonSchema, file: string | undefined): JsonSchema {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  return {
    ...schema,
    properties: Object.fromEntries(properties.filter(([name]) => name !== file)),
    required: ((schema.required ?? []) as string[]).filter((name) => name !== file),
  }
}
