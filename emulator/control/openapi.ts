import * as z from "zod"
import { defined } from "../../src/model/index.ts"
import {
  answer,
  BYTES,
  type DocumentOptions,
  describePathParameter,
  describeQuery,
  headOf,
  type JsonSchema,
  JsonSchemas,
  pathsOf,
} from "../api/index.ts"
import { controlTable } from "./control-table.ts"
import { queryOf, type Route, type RouteWords, splitKey } from "./route.ts"

const DESCRIPTION = `The control plane manages worlds, their clocks, mailboxes and logs (control.md section 3).

Requests other than GET need the header \`X-Hexarium: 1\`. Pages of other origins are refused. Clients of
other machines are refused unless they send the \`--control-token\` of the server as their bearer token.`

const MEANINGS: Readonly<Record<number, string>> = {
  400: "A parameter or a property of the body is wrong, or the request can't be carried out",
  403: "The request is from a foreign page or another machine, or lacks the header X-Hexarium",
  404: "The world, or the name in the world, is unknown",
  409: "The name is already in use",
  413: "The body is too large",
  503: "The store does not respond",
}

const errorShape = () =>
  answer({
    error: z.string().describe("The error message"),
    error_code: z.enum(["INVALID_PARAMS", "NOT_FOUND", "NO_PRIVILEGES", "SYSTEM_ERROR"]).describe("The error code"),
    errors: z
      .array(
        z.looseObject({
          path: z.string().describe("Path in the fixture"),
          message: z.string().describe("The mistake"),
        }),
      )
      .optional()
      .describe("The mistakes of a faulty fixture"),
  })

/** Returns the control plane's OpenAPI 3.1 document. */
export function controlDocument({ version, server = "/_hexarium" }: DocumentOptions): Record<string, unknown> {
  const schemas = new JsonSchemas()
  const paths = pathsOf(
    controlTable.map((route) => {
      const { method, path } = splitKey(route.at)
      const describe = (parameters: readonly string[]) => describeRoute(schemas, route, parameters)
      return { method: method.toLowerCase(), path, describe }
    }),
  )
  return {
    ...headOf("Hexarium control plane", version, DESCRIPTION),
    servers: [{ url: server }],
    paths,
    components: {
      schemas: { ...schemas.components, ControlError: schemas.ofOutput(errorShape()) },
      securitySchemes: {
        controlToken: { type: "http", scheme: "bearer", description: "The token of --control-token" },
      },
    },
    security: [{}, { controlToken: [] }],
  }
}

function describeRoute(schemas: JsonSchemas, { at, words }: Route, parameters: readonly string[]): object {
  const { name, summary, description, anchor, status = 200 } = words
  const { method } = splitKey(at)
  return {
    operationId: name,
    summary,
    ...defined({ description }),
    "x-reference": `docs/reference/control.md#${anchor}`,
    parameters: [
      ...parameters.map((name) => describePathParameter(name, meaningOf(name, words))),
      ...describeQuery(schemas, queryOf(words)),
      ...(method === "GET" ? [] : [GUARD_HEADER]),
    ],
    ...describeBody(schemas, words),
    responses: {
      [status]: describeAnswer(schemas, words),
      ...Object.fromEntries(refusalsOf({ at, words }).map((refused) => [refused, describeRefusal(refused)])),
    },
  }
}

const GUARD_HEADER = {
  name: "X-Hexarium",
  in: "header",
  required: true,
  description: "Protects against requests from pages of other origins",
  schema: { const: "1" },
  example: "1",
}

const meaningOf = (name: string, { params = {} }: RouteWords): string | undefined =>
  name === "w" ? "Name of the world" : params[name]

function describeBody(schemas: JsonSchemas, { body, jsonParts }: RouteWords): object {
  if (body === undefined) return {}
  const schema = schemas.ofInput(body())
  return {
    requestBody: {
      required: !body().safeParse({}).success,
      content: {
        "application/json": { schema },
        ...defined({ "multipart/form-data": jsonParts && describeForm(schema) }),
      },
    },
  }
}

const describeForm = (schema: JsonSchema): object => ({
  schema: {
    ...schema,
    properties: {
      ...(schema.properties as object),
      file: { ...BYTES, description: "The file of an upload" },
    },
  },
})

function describeAnswer(schemas: JsonSchemas, { answer, isList }: RouteWords): object {
  if (typeof answer !== "function") {
    return { description: answer.description, content: { [answer.contentType]: { schema: { type: "string" } } } }
  }
  const link = { description: 'The next page, if any: <?…>; rel="next"', schema: { type: "string" } }
  return {
    description: "Done",
    ...(isList === true ? { headers: { Link: link } } : {}),
    content: { "application/json": { schema: schemas.ofOutput(answer()) } },
  }
}

/** Returns the error statuses of a route. */
function refusalsOf({ at, words }: Pick<Route, "at" | "words">): number[] {
  const isRead = at.startsWith("GET ")
  const found = new Set<number>([403, ...(words.refuses ?? [])])
  if (at.includes("/:")) found.add(404)
  if (!isRead || queryOf(words) !== undefined) found.add(400)
  if (!isRead) found.add(413)
  return [...found].sort((left, right) => left - right)
}

const describeRefusal = (status: number): object => ({
  description: MEANINGS[status],
  content: { "application/json": { schema: { $ref: "#/components/schemas/ControlError" } } },
})
