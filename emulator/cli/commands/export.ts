import type { CliCommand } from "../command.ts"
import { OUTPUT_FLAG, type OutputFlag, REMOTE_FLAGS, type RemoteFlags } from "../flags/remote-flags.ts"

export const exportCommand: CliCommand = {
  name: "export",
  description: "write a world of a running server as a fixture",
  flags: [...REMOTE_FLAGS, OUTPUT_FLAG],
  examples: [["export --url http://127.0.0.1:7575 -o world.json"], ["export --url http://127.0.0.1:7575/w/mine"]],
  run: async (io, _, flags: RemoteFlags & OutputFlag) =>
    (await import("../documents/transfer.ts")).exportWorld(io, flags),
}
