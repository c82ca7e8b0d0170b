import type { Tool } from "@modelcontextprotocol/sdk/types.js"
import { type JsonSchema, JsonSchemas } from "../../api/index.ts"
import { nameOfPath } from "../../client/index.ts"
import { controlTable, queryOf, type Route, type RouteWords, splitKey } from "../../control/index.ts"
import { jsonResult, type McpTarget, type McpTool, type ToolArguments } from "./mcp-tool.ts"
import { selfContained } from "./self-contained.ts"

/** Routes not offered as tools: the API's tools already read items, and a model can't use streams or probes. */
const NOT_OFFERED = new Set([
  "listDatastores",
  "browseItems",
  "listLinksToItem",
  "listReplicas",
  "getReady",
  "call",
  "getControlOpenApi",
  "streamEvents",
  "listEvents",
])

const REPLACING_ROUTES = new Set(["resetWorld", "restoreSnapshot", "importWorld"])

export const controlTools = ({ control, world }: McpTarget): McpTool[] =>
  controlTable.filter(isOffered).map((route) => ({
    definition: describe(route, world),
    call: async (given, signal) => {
      // The compiler can't relate an operation's name to its input.
      const operation = control[route.words.name as keyof typeof control] as (
        input: ToolArguments,
        options: { signal: AbortSignal },
      ) => Promise<unknown>
      return jsonResult(await operation(given, { signal }))
    },
  }))

const isOffered = ({ words: { name, answer } }: Route): boolean =>
  typeof answer === "function" && !NOT_OFFERED.has(name)

function describe(route: Route, world: string): Tool {
  const { name, summary, description } = route.words
  const { method } = splitKey(route.at)
  const isRead = method === "GET"
  return {
    name,
    description: description === undefined ? `${summary}.` : `${summary}. ${description}`,
    inputSchema: inputOf(route, world),
    annotations: {
      title: summary,
      readOnlyHint: isRead,
      ...(isRead ? {} : { destructiveHint: method === "DELETE" || REPLACING_ROUTES.has(name) }),
      openWorldHint: false,
    },
  }
}

function inputOf({ at, words }: Route, world: string): Tool["inputSchema"] {
  const schemas = new JsonSchemas()
  const parts = [pathPart(at, words, world), queryPart(schemas, words), bodyPart(schemas, words)]
  const input = {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required as string[]),
    additionalProperties: false,
  }
  return { ...selfContained(input, schemas), type: "object" }
}

function pathPart(at: Route["at"], { params = {} }: RouteWords, world: string): JsonSchema {
  const parameters = [...at.matchAll(/:([\w-]+)/g)].map(([, parameter = ""]) => parameter)
  const description = (parameter: string) =>
    parameter === "w" ? `Name of the world. Default: ${world}` : params[parameter]
  return {
    properties: Object.fromEntries(
      parameters.map((parameter) => [nameOfPath(parameter), { type: "string", description: description(parameter) }]),
    ),
    required: parameters.filter((parameter) => parameter !== "w").map(nameOfPath),
  }
}

function queryPart(schemas: JsonSchemas, words: RouteWords): JsonSchema {
  const query = queryOf(words)
  return query === undefined ? {} : schemas.ofInput(query)
}

function bodyPart(schemas: JsonSchemas, { body, bodyName }: RouteWords): JsonSchema {
  if (body === undefined) return {}
  const schema = schemas.ofInput(body())
  return bodyName === undefined ? schema : { properties: { [bodyName]: schema }, required: [bodyName] }
}
