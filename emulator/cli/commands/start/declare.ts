import { type CliCommand, fixtureFiles } from "../../command.ts"
import { type FlagsOf, flag, onOff, perCall } from "../../flags/flag.ts"
import { type ServeFlags, START_FLAGS } from "../../flags/serve-flags.ts"
import { readSome } from "../../flags/values.ts"

const OWN_FLAGS = [
  perCall(onOff("detach", "return when the server is ready, and let it run until hexarium stop")),
  perCall(flag("--log-file <file>", "write the log to this file instead of standard output", readSome, "file")),
]

export type StartFlags = FlagsOf<typeof OWN_FLAGS> & ServeFlags

export const startCommand: CliCommand = {
  name: "start",
  description: "start a server that runs until it is stopped; without fixtures, it serves the demo world",
  args: [fixtureFiles],
  flags: [...OWN_FLAGS, ...START_FLAGS],
  examples: [
    ["start", "the demo world on http://127.0.0.1:7575"],
    ["start world.yaml --port 0 --log json", "uses any free port and prints the port as JSON"],
    ["start world.yaml --now 2026-01-05T09:00:00Z --watch"],
    ["start world.yaml --detach --log-file server.log", "returns when the server is ready"],
  ],
  run: async (io, { words }, flags: StartFlags) =>
    flags.detach
      ? (await import("./detach.ts")).startDetached(io, flags.log)
      : (await import("./run.ts")).start(io, words, flags),
}
