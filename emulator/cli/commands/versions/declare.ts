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
          "number of the version, -n for the version n changes ago, an instant, or before:ID or after:ID of a request",
      },
    ],
    examples: [["rewind 412"], ["rewind -2", "undoes the latest two changes"]],
  },
)

const DIFFERENCES_FLAGS = [
  flag("--from <version>", "the older version; default: the one before --to", readSome),
  flag("--to <version>", "the newer version; default: the current one", readSome),
  flag("--with <world>", "compare with this world; default: the world from which the world was forked", readSome),
  flag("--snapshot <name>", "compare with this snapshot", readSome),
  flag("--table <name>", "only records of this kind, such as items or users", readSome),
].map(perCall)

export type DifferencesFlags = FlagsOf<typeof DIFFERENCES_FLAGS>

export const differencesCommand: CliCommand = command(
  "differences",
  "list the records that differ between two versions, two worlds, or a world and a snapshot",
  "listDifferences",
  {
    flags: DIFFERENCES_FLAGS,
    examples: [["differences --from -2"], ["differences --from 410 --to 412"], ["differences --world try --with main"]],
  },
)
