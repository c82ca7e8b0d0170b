import type { Resource, ResourceTemplate } from "@modelcontextprotocol/sdk/types.js"
import { areEscapesValid } from "../../../src/model/index.ts"
import { describeForCalls, listOperations } from "./describe-operation.ts"
import type { McpTarget } from "./mcp-tool.ts"

const JSON_TYPE = "application/json"
const OPERATIONS = "hexarium://operations"

export const RESOURCE_TEMPLATES: readonly ResourceTemplate[] = [
  {
    uriTemplate: "hexarium://worlds/{world}/schema",
    name: "schema of a world",
    description: "The world's applications, datastores, fields, status graphs, roles and relations",
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: `${OPERATIONS}/{operation}`,
    name: "an operation",
    description: "Input and response as JSON Schema, errors, and an example",
    mimeType: JSON_TYPE,
  },
]

export async function listResources({ control }: McpTarget): Promise<Resource[]> {
  const { worlds } = await control.listWorlds()
  return [
    { uri: OPERATIONS, name: "operations", description: "Every operation of the API", mimeType: JSON_TYPE },
    ...worlds.map(({ name }) => ({
      uri: `hexarium://worlds/${encodeURIComponent(name)}/schema`,
      name: `schema of ${name}`,
      description: `The applications, datastores, fields and roles of the world ${name}`,
      mimeType: JSON_TYPE,
    })),
  ]
}

export async function readResource({ control }: McpTarget, uri: string): Promise<unknown> {
  if (!areEscapesValid(uri)) return undefined
  if (uri === OPERATIONS) return { operations: listOperations() }
  const [, operation] = /^hexarium:\/\/operations\/([^/]+)$/.exec(uri) ?? []
  if (operation !== undefined) return describeForCalls(decodeURIComponent(operation))
  const [, world] = /^hexarium:\/\/worlds\/([^/]+)\/schema$/.exec(uri) ?? []
  return world === undefined ? undefined : control.getSchema({ world: decodeURIComponent(world) })
}
