import type { CliCommand } from "../command.ts"
import { FILES_FLAG, type FilesFlag } from "../flags/serve-flags.ts"
import { requiredFixtures } from "./arguments.ts"

export const checkCommand: CliCommand = {
  name: "check",
  description: "look for mistakes in fixtures and print each with its path",
  args: [requiredFixtures],
  flags: [FILES_FLAG],
  examples: [["check world.yaml users.yaml"]],
  run: async (io, { words }, flags: FilesFlag) =>
    (await import("../documents/check.ts")).checkFixtures(io, words, flags),
}
