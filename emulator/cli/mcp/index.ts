/** Modules that only `hexarium mcp` loads. */
export { createClient, createControl } from "../../client/index.ts"
export { makeMcpServer } from "./mcp-server.ts"
