import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js"
import { ApiError, CallError, type Client, type Control, ControlError } from "../../client/index.ts"

export interface McpTarget {
  readonly control: Control
  readonly client: Client
  /** Name of the world for calls that name none. */
  readonly world: string
}

export type ToolArguments = Readonly<Record<string, unknown>>

export interface McpTool {
  readonly definition: Tool
  call(given: ToolArguments, signal: AbortSignal): Promise<CallToolResult>
}

export const jsonResult = (answer: unknown): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(answer) }],
})

/** Converts an error to a tool's result: its message and, for an API error, the complete body. */
export function refusal(error: unknown): CallToolResult {
  const message = error instanceof Error ? error.message : String(error)
  const body = bodyOf(error)
  const shown = typeof body === "object" ? [{ type: "text" as const, text: JSON.stringify(body) }] : []
  return { isError: true, content: [{ type: "text", text: message }, ...shown] }
}

function bodyOf(error: unknown): unknown {
  if (error instanceof ApiError || error instanceof ControlError) return error.body
  if (!(error instanceof CallError)) return undefined
  const { code, reason, status, message, details } = error
  return { error: { code, reason, status, message, details } }
}
