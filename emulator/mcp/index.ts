/** All that a server of the Model Context Protocol is made of: loaded by `hexarium mcp` alone. */
export { createClient } from "../client.ts"
export { createControl } from "../control-client.ts"
export { makeMcpServer } from "./mcp-server.ts"
