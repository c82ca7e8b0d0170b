/** All that a server of the Model Context Protocol is made of: loaded by `hexarium mcp` alone. */
export { createClient } from "../client/client.ts"
export { createControl } from "../client/control-client.ts"
export { makeMcpServer } from "../cli/mcp/mcp-server.ts"
