import type { Tool } from "@modelcontextprotocol/sdk/types.js"
import { queryOf, type Route, type RouteWords, splitKey } from "../../control/route.ts"
import { clockRoutes } from "../../control/routes/clock.ts"
import { failureRoutes } from "../../control/routes/failures.ts"
import { familyRoutes } from "../../control/routes/families.ts"
import { faultRoutes } from "../../control/routes/faults.ts"
import { fixtureRoutes } from "../../control/routes/fixtures.ts"
import { mailRoutes } from "../../control/routes/mails.ts"
import { peopleRoutes } from "../../control/routes/people.ts"
import { requestRoutes } from "../../control/routes/requests.ts"
import { schemaRoutes } from "../../control/routes/schema.ts"
import { scriptRoutes } from "../../control/routes/scripts.ts"
import { tokenRoutes } from "../../control/routes/tokens.ts"
import { webhookRoutes } from "../../control/routes/webhooks.ts"
import { worldRoutes } from "../../control/routes/worlds.ts"
import { nameOfPath } from "../../client/control-client.ts"
import { type JsonSchema, JsonSchemas } from "../../api/http/openapi/json-schema.ts"
import { jsonResult, type McpTarget, type McpTool, type ToolArguments } from "./mcp-tool.ts"
import { selfContained } from "./self-contained.ts"

/** What is offered of the control plane. Events are a stream, items are read by operations, replicas are nobody's to change. */
const OFFERED: readonly Route[] = [
  ...worldRoutes,
  ...familyRoutes,
  ...schemaRoutes,
  ...scriptRoutes,
  ...fixtureRoutes,
  ...peopleRoutes,
  ...tokenRoutes,
  ...clockRoutes,
  ...mailRoutes,
  ...requestRoutes,
  ...failureRoutes,
  ...webhookRoutes,
  ...faultRoutes,
]

/** What puts something in the place of all that is there. */
const REPLACING = new Set(["resetWorld", "restoreSnapshot", "importWorld"])

/** A tool for each operation of the control plane that answers JSON, by its name there (control.md section 3). */
export const controlTools = ({ control, world }: McpTarget): McpTool[] =>
  OFFERED.filter(({ words }) => typeof words.answer === "function").map((route) => ({
    told: describe(route, world),
    call: async (given, signal) => {
      // Name and input go together, which the compiler can't follow over all of them at once.
      const operation = control[route.words.name as keyof typeof control] as (
        input: ToolArguments,
        options: { signal: AbortSignal },
      ) => Promise<unknown>
      return jsonResult(await operation(given, { signal }))
    },
  }))

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
      ...(isRead ? {} : { destructiveHint: method === "DELETE" || REPLACING.has(name) }),
      openWorldHint: false,
    },
  }
}

/** Members of path, query and body in one object, as clients of the control plane give them. */
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
    parameter === "w" ? `Name of the world; ${world} when absent` : params[parameter]
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
