import { type CliCommand, fixtureFiles } from "../../command.ts"
import { choice, type FlagsOf, flag, optionalValue, perCall } from "../../flags/flag.ts"
import { LOG_FLAG, type ServeFlags, WORLD_FLAGS } from "../../flags/serve-flags.ts"
import { readSome } from "../../flags/values.ts"

const OWN_FLAGS = [
  {
    ...LOG_FLAG,
    description: "style of the server's log: pretty, json or silent; default: silent, or json with --log-file",
  },
  flag("--log-file <file>", "write the server's log to this file instead of standard error", readSome, "file"),
  perCall(
    optionalValue(
      choice(
        "--coverage <style>",
        "print what the command's requests used and which outcomes they never met: text or json",
        ["text", "json"],
      ),
      "text",
    ),
  ),
  perCall(flag("--user <user>", "the user of HEXARIUM_TOKEN; default: the fixture's first user", readSome)),
]

export type ExecFlags = FlagsOf<typeof OWN_FLAGS> & Partial<ServeFlags>

export const execCommand: CliCommand = {
  name: "exec",
  description: "start a server on a free port, run a command, and exit with the command's code",
  usage: "[options] [fixture...] -- <command> [args...]",
  args: [fixtureFiles],
  flags: [...OWN_FLAGS, ...WORLD_FLAGS],
  examples: [
    ["exec world.yaml -- npm test", "HEXARIUM_URL holds the base_url"],
    [`exec -- sh -c 'curl -H "Authorization: Bearer $HEXARIUM_TOKEN" $HEXARIUM_URL/api/v0/userinfo'`],
    ["exec world.yaml --coverage -- npm test", "prints which outcomes of the API the tests never met"],
    ["exec world.yaml --log-file server.log -- npm test"],
  ],
  takesCommand: true,
  run: async (io, { words, command }, flags: ExecFlags) => (await import("./run.ts")).exec(io, words, command, flags),
}
