import { fixtureFiles } from "../arguments.ts"
import type { CliCommand } from "../command.ts"
import { type Flag, flag } from "../flags/flag.ts"
import { LOG_FLAG, WORLD_FLAGS } from "../flags/serve-flags.ts"
import { readSome } from "../flags/values.ts"
import type { ExecFlags } from "../serve/exec.ts"

const OWN_FLAGS: readonly Flag[] = [
  {
    ...LOG_FLAG,
    description: "what the server prints on standard error: pretty, json or silent (which it is without --log-file)",
  },
  flag("--log-file <file>", "write what the server prints there, json unless --log says otherwise", readSome, "file"),
  {
    ...flag("--user <user>", "whose token HEXARIUM_TOKEN holds; the fixture's first unless given", readSome),
    isOfOneCall: true,
  },
]

export const execCommand: CliCommand = {
  name: "exec",
  description: "serve on a free port while a command runs, and end as it ends",
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
