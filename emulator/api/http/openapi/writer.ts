import type * as z from "zod"
import { defined } from "../../../../src/model/index.ts"
import type { JsonSchema, JsonSchemas } from "./json-schema.ts"
import { pathOf } from "./path.ts"

/** Options of the OpenAPI documents of the API and the control plane. */
export interface DocumentOptions {
  /** The product's version. */
  readonly version: string
  /** URL of the folder that a server serves the document in, without a trailing slash. Default: a path without host. */
  readonly server?: string
}

/** Returns the properties with which a document begins. */
export const headOf = (title: string, version: string, description: string) => ({
  openapi: "3.1.0",
  info: { title, version, description, license: { name: "MIT", identifier: "MIT" } },
})

interface Call {
  readonly method: string
  /** Path with `:name` for each parameter. */
  readonly path: string
  /** Describes the call. `parameters` are the names of the path parameters in the document. */
  readonly describe: (parameters: readonly string[]) => object
}

/** Returns the paths of a document. Calls whose paths differ only in the names of parameters share one path. */
export function pathsOf(calls: readonly Call[]): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {}
  for (const { method, path, describe } of calls) {
    const { template, parameters } = pathOf(path, Object.keys(paths))
    paths[template] ??= {}
    paths[template][method] = describe(parameters)
  }
  return paths
}

/** Schema of a file. Generators of clients know bytes by the format, which OpenAPI 3.1 still permits. */
export const BYTES: JsonSchema = { type: "string", format: "binary", contentMediaType: "application/octet-stream" }

export const exampleOf = (example: unknown): object => defined({ example })

export const describePathParameter = (name: string, description: string | undefined, example?: unknown): object => ({
  name,
  in: "path",
  required: true,
  description,
  schema: { type: "string" },
  ...exampleOf(example),
})

export function describeQuery(
  schemas: JsonSchemas,
  query: z.ZodType | undefined,
  examples: Readonly<Record<string, unknown>> = {},
): object[] {
  if (query === undefined) return []
  const { properties = {}, required = [] } = schemas.ofInput(query)
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: (required as string[]).includes(name),
    ...defined({ description }),
    schema,
    ...exampleOf(examples[name]),
  }))
}
