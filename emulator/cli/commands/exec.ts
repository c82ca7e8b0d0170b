import { type CliCommand, fixtureFiles } from "../command.ts"
import { type Flag, flag, perCall } from "../flags/flag.ts"
import { LOG_FLAG, WORLD_FLAGS } from "../flags/serve-flags.ts"
import { readSome } from "../flags/values.ts"
import type { ExecFlags } from "../serve/exec.ts"

const OWN_FLAGS: readonly Flag[] = [
  {
    ...LOG_FLAG,
    description: "the server's log on standard error: pretty, json or silent (the default without --log-file)",
  },
  flag("--log-file <file>", "write the server's log to this file, by default as json", readSome, "file"),
  perCall(flag("--user <user>", "the user of the token in HEXARIUM_TOKEN; default: the fixture's first", readSome)),
]

export const execCommand: CliCommand = {
  name: "exec",
  description: "serve on a free port while a command runs, and exit with its code",
  usage: "[options] [fixture...] -- <command> [args...]",
  args: [fixtureFiles],
  flags: [...OWN_FLAGS, ...WORLD_FLAGS],
  examples: [
    ["exec world.yaml -- npm test", "HEXARIUM_URL holds the base_url"],
    [`exec -- sh -c 'curl -H "Authorization: Bearer $HEXARIUM_TOKEN" $HEXARIUM_URL/api/v0/userinfo'`],
    ["exec world.yaml --log-file server.log -- npm test"],
  ],
  takesCommand: true,
  run: async (io, { words, command }, flags: ExecFlags) =>
    (await import("../serve/exec.ts")).exec(io, words, command, flags),
}
