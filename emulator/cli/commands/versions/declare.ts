import { type CliCommand, commandsOf } from "../../command.ts"
import { type FlagsOf, flag, numeric, perCall } from "../../flags/flag.ts"
import { JSON_FLAG, REMOTE_FLAGS } from "../../flags/remote-flags.ts"
import { readCount, readHistory, readSome } from "../../flags/values.ts"

const command = commandsOf(() => import("./run.ts"), [...REMOTE_FLAGS, JSON_FLAG])

const VERSIONS_FLAGS = [
  numeric(flag("--since <version>", "only versions later than this number", readHistory)),
  numeric(flag("--limit <count>", "maximum number of versions; default: 100", readCount)),
  flag("--operation <name>", "only changes by this operation, such as UpdateItem", readSome),
  flag("--user <user>", "only changes by this user", readSome),
  flag("--record <id>", "only changes of the record with this ID", readSome),
].map(perCall)

export type VersionsFlags = FlagsOf<typeof VERSIONS_FLAGS>

export const versionsCommand: CliCommand = command(
  "versions",
  "list the changes whose versions a running server keeps, newest first",
  "listVersions",
  { flags: VERSIONS_FLAGS },
)

export const rewindCommand: CliCommand = command(
  "rewind",
  "set a world of a running server back to one of its versions",
  "rewindOneWorld",
  {
    args: [
      {
        syntax: "<version>",
        description:
          "number of the version, an instant, before:ID or after:ID of a request; after --, also -n for n changes ago",
      },
    ],
  },
)
