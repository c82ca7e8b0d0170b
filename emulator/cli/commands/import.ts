import { fixtureFiles } from "../arguments.ts"
import type { CliCommand } from "../command.ts"
import { REMOTE_FLAGS, type RemoteFlags } from "../flags/remote-flags.ts"
import { FILES_FLAG, type FilesFlag } from "../flags/serve-flags.ts"

export const importCommand: CliCommand = {
  name: "import",
  description: "replace everything in a world of a running server by fixtures",
  args: [fixtureFiles],
  needsFixtures: true,
  flags: [...REMOTE_FLAGS, FILES_FLAG],
  examples: [["import world.yaml --url http://127.0.0.1:7575 --world mine"]],
  run: async (io, { words }, flags: RemoteFlags & FilesFlag) =>
    (await import("../documents/transfer.ts")).importWorld(io, words, flags),
}
