import { type CliCommand, fixtureFiles } from "../../command.ts"
import { type ServeFlags, START_FLAGS } from "../../flags/serve-flags.ts"

export const startCommand: CliCommand = {
  name: "start",
  description: "start a server that runs until it is stopped; without fixtures, it serves the demo world",
  args: [fixtureFiles],
  flags: START_FLAGS,
  examples: [
    ["start", "the demo world on http://127.0.0.1:7575"],
    ["start world.yaml --port 0 --log json", "uses any free port and prints the port as JSON"],
    ["start world.yaml --now 2026-01-05T09:00:00Z --watch"],
  ],
  run: async (io, { words }, flags: ServeFlags) => (await import("./run.ts")).start(io, words, flags),
}
