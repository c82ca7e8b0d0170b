import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js"
import { ApiError, type Client } from "../../client/client.ts"
import { type Control, ControlError } from "../../client/control-client.ts"

/** The emulator that the tools work on. */
export interface McpTarget {
  readonly control: Control
  readonly client: Client
  /** The world that is meant where a call names none. */
  readonly world: string
}

/** The arguments of a call, as they came. */
export type ToolArguments = Readonly<Record<string, unknown>>

/** What an MCP client is told of a tool, and what the tool does. */
export interface McpTool {
  readonly told: Tool
  call(given: ToolArguments, signal: AbortSignal): Promise<CallToolResult>
}

/** An answer as it came, in JSON. */
export const jsonResult = (answer: unknown): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(answer) }],
})

/** Why a call was refused, in the API's words, with the answer as it came. */
export function refusal(error: unknown): CallToolResult {
  const words = error instanceof Error ? error.message : String(error)
  const isAnswer = error instanceof ApiError || error instanceof ControlError
  const body =
    isAnswer && typeof error.body === "object" ? [{ type: "text" as const, text: JSON.stringify(error.body) }] : []
  return { isError: true, content: [{ type: "text", text: words }, ...body] }
}
