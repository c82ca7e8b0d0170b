import type { Server } from "@modelcontextprotocol/sdk/server/index.js"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"
import { nearest } from "../../http/nearest.ts"
import { VERSION } from "../../version.ts"
import { controlTools } from "./control-tools.ts"
import { type McpTarget, type McpTool, refusal, type ToolArguments } from "./mcp-tool.ts"
import { operationTools } from "./operation-tools.ts"
import { listResources, RESOURCE_TEMPLATES, readResource } from "./resources.ts"

/** A server of the Model Context Protocol for an emulator. */
export interface McpServing {
  /** To be connected with a transport. The SDK's lower level: inputs are JSON Schema of the contract already. */
  readonly server: Server
  /** Resolves once the calls that are under way are answered. */
  settled(): Promise<void>
}

/** Offers what there is around the API, and the API itself, as tools; what describes them as resources. */
export async function makeMcpServer(
  target: McpTarget,
  { instructions }: { readonly instructions: string },
): Promise<McpServing> {
  const { Server } = await import("@modelcontextprotocol/sdk/server/index.js")
  const sdk = await import("@modelcontextprotocol/sdk/types.js")
  const invalid = (message: string) => new sdk.McpError(sdk.ErrorCode.InvalidParams, message)
  const tools = new Map([...operationTools(target), ...controlTools(target)].map((tool) => [tool.told.name, tool]))
  const underWay = new Set<Promise<unknown>>()
  const server = new Server(
    { name: "hexarium", title: "Hexarium", version: VERSION },
    { capabilities: { tools: {}, resources: {} }, instructions },
  )
  const answering = <T>(answer: Promise<T>): Promise<T> => {
    underWay.add(answer)
    return answer.finally(() => underWay.delete(answer))
  }
  server.setRequestHandler(sdk.ListToolsRequestSchema, () => ({ tools: [...tools.values()].map(({ told }) => told) }))
  server.setRequestHandler(sdk.CallToolRequestSchema, ({ params: { name, arguments: given = {} } }, { signal }) => {
    const tool = tools.get(name)
    if (tool === undefined) throw invalid(unknownTool(name, [...tools.keys()]))
    return answering(callTool(tool, given, signal))
  })
  server.setRequestHandler(sdk.ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [...RESOURCE_TEMPLATES],
  }))
  server.setRequestHandler(sdk.ListResourcesRequestSchema, async () => ({
    resources: await answering(listResources(target)),
  }))
  server.setRequestHandler(sdk.ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const content = await answering(readResource(target, uri))
    if (content === undefined) throw invalid(`there is no resource ${uri}`)
    return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify(content) }] }
  })
  return {
    server,
    async settled() {
      await Promise.allSettled(underWay)
    },
  }
}

function unknownTool(name: string, names: readonly string[]): string {
  const meant = nearest(name, names)
  return `there is no tool ${name}${meant === undefined ? "" : `; did you mean ${meant}?`}`
}

/** What a tool can't do is told to who called it, and is no error of the protocol. */
async function callTool(tool: McpTool, given: ToolArguments, signal: AbortSignal): Promise<CallToolResult> {
  try {
    return await tool.call(given, signal)
  } catch (error) {
    return refusal(error)
  }
}
