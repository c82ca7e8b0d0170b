import type { CliCommand } from "../../command.ts"
import type { FlagsOf } from "../../flags/flag.ts"
import { JSON_FLAG, OUTPUT_FLAG } from "../../flags/remote-flags.ts"
import { CONFIG_FLAG, DATA_FLAG } from "../../flags/serve-flags.ts"

const DATA_FLAGS = [
  { ...DATA_FLAG, description: "the store: a folder, a .sqlite or .db file, or postgres://…" },
  JSON_FLAG,
  OUTPUT_FLAG,
  CONFIG_FLAG,
]

export type DataFlags = FlagsOf<typeof DATA_FLAGS>

const ACTIONS = ["info", "worlds", "verify", "compact", "backup", "restore", "recover"]

export const dataCommand: CliCommand = {
  name: "data",
  description: "show, check, compact, back up, restore and recover the store of --data",
  args: [
    { syntax: "<action>", description: ACTIONS.join(", "), offers: ACTIONS },
    { syntax: "[file]", description: "the backup file to restore", offers: "file" },
  ],
  flags: DATA_FLAGS,
  examples: [
    ["data info --data ./worlds"],
    ["data verify --data ./worlds --json"],
    ["data backup --data ./worlds -o backup.sqlite"],
    ["data restore backup.sqlite --data postgres://me@localhost/worlds"],
    ["data recover --data ./worlds -o recovered.sqlite"],
  ],
  run: async (io, { words: [action = "", file] }, flags: DataFlags) =>
    (await import("./run.ts")).runData(io, action, file, flags),
}
