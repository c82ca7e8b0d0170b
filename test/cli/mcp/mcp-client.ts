import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"

export const CLI = fileURLToPath(new URL("../../../dist/cli.js", import.meta.url))

/** A tool's result: the parsed JSON and the texts. */
export interface Told {
  readonly isError: boolean
  readonly texts: readonly string[]
  readonly content: CallToolResult["content"]
  // Answers differ by tool, and a test looks at what it asked for.
  // biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
  readonly json: any
}

/** A real MCP client of the built command, which the client starts. */
export async function connect(...args: string[]) {
  if (!existsSync(CLI)) throw new Error("the command is not built: node scripts/build.mjs")
  const client = new Client({ name: "test", version: "1.0.0" })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, "mcp", ...args],
    env: { PATH: process.env.PATH ?? "" },
    stderr: "pipe",
  })
  await client.connect(transport)
  const call = async (name: string, given: Record<string, unknown> = {}): Promise<Told> => {
    const { content, isError = false } = (await client.callTool({ name, arguments: given })) as CallToolResult
    const texts = content.flatMap((part) => (part.type === "text" ? [part.text] : []))
    const json = !isError && texts[0]?.startsWith("{") === true ? JSON.parse(texts[0]) : undefined
    return { isError, texts, content, json }
  }
  return { client, call, close: () => client.close() }
}
