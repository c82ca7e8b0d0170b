import { LANGS } from "../../../../src/model/index.ts"
import type { CliCommand } from "../../command.ts"
import { choice, type FlagsOf, flag, perCall } from "../../flags/flag.ts"
import { JSON_FLAG, type JsonFlag, REMOTE_FLAGS, type RemoteFlags } from "../../flags/remote-flags.ts"
import { readItemCount, readSeed, readSome } from "../../flags/values.ts"

const OWN_FLAGS = [
  perCall(flag("--datastore <id>", "display ID of the datastore, or APP/DS, or d_id", readSome)),
  perCall(flag("--count <number>", "number of items, up to 1000000; default: 20", readItemCount)),
  perCall(flag("--seed <number>", "seed of the values; the same seed gives the same values; default: 1", readSeed)),
  perCall(choice("--locale <lang>", "language of names and texts; default: en", LANGS)),
  perCall(flag("--user <user>", "the user who creates the items; default: all users who may", readSome)),
] as const

export type SeedFlags = FlagsOf<typeof OWN_FLAGS> & RemoteFlags & JsonFlag

export const seedCommand: CliCommand = {
  name: "seed",
  description: "create items with invented values that fit the schema, in a world of a running server",
  flags: [...OWN_FLAGS, ...REMOTE_FLAGS, JSON_FLAG],
  examples: [
    ["seed --datastore Orders --count 50"],
    ["seed --datastore SHOP/Customers --count 200 --locale ja --seed 7", "the same people each time"],
  ],
  run: async (io, operands, flags: SeedFlags) => (await import("./run.ts")).seed(io, operands, flags),
}
