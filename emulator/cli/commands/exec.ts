import type { CliCommand } from "../command.ts"
import { type ServeFlags, WORLD_FLAGS } from "../flags/serve-flags.ts"
import { fixtureFiles } from "./arguments.ts"

export const execCommand: CliCommand = {
  name: "exec",
  description: "serve on a free port while a command runs, and end as it ends",
  usage: "[options] [fixture...] -- <command> [args...]",
  args: [fixtureFiles],
  flags: WORLD_FLAGS,
  examples: [
    ["exec world.yaml -- npm test", "HEXARIUM_URL holds the base_url"],
    ["exec -- sh -c 'curl $HEXARIUM_URL/api/v0/userinfo'"],
  ],
  takesCommand: true,
  run: async (io, { words, command }, flags: Partial<ServeFlags>) =>
    (await import("../serve/exec.ts")).exec(io, words, command, flags),
}
