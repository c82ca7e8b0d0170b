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

/**
 * Converts an error to a tool's result: its message and, for an API error, the complete body. `why`: the cause in the request log, if the
 * message covers several causes.
 */
export function refusal(error: unknown, why?: string): CallToolResult {
  const text = error instanceof Error ? error.message : String(error)
  const message = why === undefined ? text : `${text}: ${why}`
  const body = bodyOf(error)
  const shown = typeof body === "object" ? [{ type: "text" as const, text: JSON.stringify(body) }] : []
  return { isError: true, content: [{ type: "text", text: message }, ...shown] }
}

function bodyOf(error: unknown): unknown {
  if (error instanceof ApiError || error instanceof ControlError) return error.body
  if (!(error instanceof CallError)) return undefined
  const { code, reason, status, message, why, details } = error
  return { error: { code, reason, status, message, why, details } }
}
