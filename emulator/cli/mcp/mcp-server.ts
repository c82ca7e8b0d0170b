import type { Server } from "@modelcontextprotocol/sdk/server/index.js"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"
import { nearest } from "../../../src/model/index.ts"
import { VERSION } from "../../version.ts"
import { controlTools } from "./control-tools.ts"
import { type McpTarget, type McpTool, refusal, type ToolArguments } from "./mcp-tool.ts"
import { operationTools } from "./operation-tools.ts"
import { listResources, RESOURCE_TEMPLATES, readResource } from "./resources.ts"

export interface McpServing {
  /** The SDK's low-level server, which accepts inputs as JSON Schema. No transport is connected yet. */
  readonly server: Server
  settled(): Promise<void>
}

/** Creates an MCP server whose tools are the control plane and the API, and whose resources describe them. */
export async function makeMcpServer(
  target: McpTarget,
  { instructions }: { readonly instructions: string },
): Promise<McpServing> {
  const { Server } = await import("@modelcontextprotocol/sdk/server/index.js")
  const sdk = await import("@modelcontextprotocol/sdk/types.js")
  const invalid = (message: string) => new sdk.McpError(sdk.ErrorCode.InvalidParams, message)
  const tools = new Map(
    [...operationTools(target), ...controlTools(target)].map((tool) => [tool.definition.name, tool]),
  )
  const running = new Set<Promise<unknown>>()
  const server = new Server(
    { name: "hexarium", title: "Hexarium", version: VERSION },
    { capabilities: { tools: {}, resources: {} }, instructions },
  )
  const track = <T>(answer: Promise<T>): Promise<T> => {
    running.add(answer)
    return answer.finally(() => running.delete(answer))
  }
  server.setRequestHandler(sdk.ListToolsRequestSchema, () => ({
    tools: [...tools.values()].map(({ definition }) => definition),
  }))
  server.setRequestHandler(sdk.CallToolRequestSchema, ({ params: { name, arguments: given = {} } }, { signal }) => {
    const tool = tools.get(name)
    if (tool === undefined) throw invalid(unknownTool(name, [...tools.keys()]))
    return track(callTool(tool, given, signal))
  })
  server.setRequestHandler(sdk.ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [...RESOURCE_TEMPLATES],
  }))
  server.setRequestHandler(sdk.ListResourcesRequestSchema, async () => ({
    resources: await track(listResources(target)),
  }))
  server.setRequestHandler(sdk.ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const content = await track(readResource(target, uri))
    if (content === undefined) throw invalid(`unknown resource ${uri}`)
    return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify(content) }] }
  })
  return {
    server,
    async settled() {
      await Promise.allSettled(running)
    },
  }
}

function unknownTool(name: string, names: readonly string[]): string {
  const meant = nearest(name, names)
  return `unknown tool ${name}${meant === undefined ? "" : `; did you mean ${meant}?`}`
}

/** Calls a tool. If the call is refused, returns the refusal as the result, because it is not a protocol error. */
async function callTool(tool: McpTool, given: ToolArguments, signal: AbortSignal): Promise<CallToolResult> {
  try {
    return await tool.call(given, signal)
  } catch (error) {
    return refusal(error)
  }
}
