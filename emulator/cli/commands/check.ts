import { fixtureFiles } from "../arguments.ts"
import type { CliCommand } from "../command.ts"
import { JSON_FLAG, type JsonFlag } from "../flags/remote-flags.ts"
import { CONFIG_FLAG, FILES_FLAG, type FilesFlag } from "../flags/serve-flags.ts"

export const checkCommand: CliCommand = {
  name: "check",
  description: "look for mistakes in fixtures and print each with its line and path",
  args: [fixtureFiles],
  needsFixtures: true,
  flags: [CONFIG_FLAG, JSON_FLAG, FILES_FLAG],
  examples: [["check world.yaml users.yaml"], ["check world.yaml --json"]],
  run: async (io, { words }, flags: FilesFlag & JsonFlag) =>
    (await import("../documents/check.ts")).checkFixtures(io, words, flags),
}
