import { type CliCommand, commandsOf } from "../../command.ts"
import { type FlagsOf, flag, perCall } from "../../flags/flag.ts"
import { JSON_FLAG, REMOTE_FLAGS } from "../../flags/remote-flags.ts"
import { readSome } from "../../flags/values.ts"

const command = commandsOf(() => import("./run.ts"), [...REMOTE_FLAGS, JSON_FLAG])

const ofWorld = { args: [{ syntax: "[name]", description: "name of the world; default: from --world" }] }
const ofSnapshot = { args: [{ syntax: "<snapshot>", description: "name of the snapshot" }] }

const FORK_FLAGS = [
  flag("--from <world>", "the world to copy; default: main", readSome),
  flag("--snapshot <name>", "copy this snapshot of the world instead of its current state", readSome),
].map(perCall)

export type ForkFlags = FlagsOf<typeof FORK_FLAGS>

export const worldCommand: CliCommand = {
  name: "world",
  description: "list, fork, reset and delete worlds and snapshots of a running server",
  byDefault: "list",
  examples: [
    ["world list"],
    ["world fork try --from main"],
    ["world reset try"],
    ["world snapshot before --world try"],
    ["world restore before --world try"],
  ],
  commands: [
    command("list", "list all worlds", "listWorlds"),
    command("show", "show a world and the hash of its state", "showWorld", ofWorld),
    command("fork", "create a world as a copy of another world", "forkWorld", {
      args: [{ syntax: "[name]", description: "name of the new world; default: a generated name" }],
      flags: FORK_FLAGS,
    }),
    command("reset", "restore a world's initial state", "resetOneWorld", ofWorld),
    command("delete", "delete a world; main can't be deleted", "deleteWorld", {
      args: [{ syntax: "<name>", description: "name of the world" }],
    }),
    command("snapshots", "list the snapshots of a world", "listSnapshots"),
    command("snapshot", "take a snapshot; replaces a snapshot with the same name", "takeSnapshot", ofSnapshot),
    command("restore", "restore a world's state from a snapshot", "restoreOneSnapshot", ofSnapshot),
    command("delete-snapshot", "delete a snapshot", "deleteSnapshot", ofSnapshot),
  ],
}
