import type { CliCommand } from "../command.ts"
import { JSON_FLAG, type JsonFlag, OUTPUT_FLAG, type OutputFlag } from "../flags/remote-flags.ts"
import { CONFIG_FLAG, DATA_FLAG, type ServeFlags } from "../flags/serve-flags.ts"

/** The flags of `hexarium data …`. */
export type DataFlags = OutputFlag & JsonFlag & Pick<ServeFlags, "data">

const ACTS = ["info", "worlds", "verify", "compact", "backup", "restore", "recover"] as const

export const dataCommand: CliCommand = {
  name: "data",
  description: "look at, check, shrink, back up, restore and recover what --data keeps",
  args: [
    { syntax: "<what>", description: "info, worlds, verify, compact, backup, restore or recover", offers: ACTS },
    { syntax: "[file]", description: "the backup to restore", offers: "file" },
  ],
  flags: [
    { ...DATA_FLAG, description: "the folder, the .sqlite or .db file, or postgres://… that keeps the worlds" },
    JSON_FLAG,
    OUTPUT_FLAG,
    CONFIG_FLAG,
  ],
  examples: [
    ["data info --data ./worlds"],
    ["data verify --data ./worlds --json"],
    ["data backup --data ./worlds -o backup.sqlite"],
    ["data restore backup.sqlite --data postgres://me@localhost/worlds"],
    ["data recover --data ./worlds -o recovered.sqlite"],
  ],
  run: async (io, { words: [what = "", file] }, flags: DataFlags) =>
    (await import("../data/data.ts")).runData(io, what, file, flags),
}
