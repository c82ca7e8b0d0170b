import { type CliCommand, fixtureFiles } from "../../command.ts"
import { type RemoteFlags, URL_FLAG, WORLD_FLAG } from "../../flags/remote-flags.ts"
import { type ServeFlags, WORLD_FLAGS } from "../../flags/serve-flags.ts"

export const mcpCommand: CliCommand = {
  name: "mcp",
  description: "serve worlds and operations as tools of the Model Context Protocol, over stdio",
  args: [fixtureFiles],
  flags: [URL_FLAG, WORLD_FLAG, ...WORLD_FLAGS],
  examples: [
    ["mcp", "serves the demo world to a client that starts this command"],
    ["mcp world.yaml --now 2026-01-05T09:00:00Z"],
    ["mcp --url http://127.0.0.1:7575", "serves the worlds of a running server"],
  ],
  run: async (io, { words }, flags: RemoteFlags & Partial<ServeFlags>) =>
    (await import("./run.ts")).mcp(io, words, flags),
}
