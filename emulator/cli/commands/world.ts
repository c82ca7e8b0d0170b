import type { CliCommand } from "../command.ts"
import { flag } from "../flags/flag.ts"
import { JSON_FLAG, type JsonFlag, REMOTE_FLAGS, type RemoteFlags } from "../flags/remote-flags.ts"
import { readSome } from "../flags/values.ts"
import type { ForkFlags } from "../remote/world.ts"

const load = () => import("../remote/world.ts")

const flags = [...REMOTE_FLAGS, JSON_FLAG]

type Flags = RemoteFlags & JsonFlag

const maybeWorld = { syntax: "[name]", description: "the world, if not the one of --world" }
const snapshot = { syntax: "<snapshot>", description: "name of the snapshot" }

export const worldCommand: CliCommand = {
  name: "world",
  description: "list, fork, reset and delete worlds of a running server, and their snapshots",
  byDefault: "list",
  examples: [
    ["world list"],
    ["world fork try --from main"],
    ["world reset try"],
    ["world snapshot before --world try"],
    ["world restore before --world try"],
  ],
  commands: [
    {
      name: "list",
      description: "all worlds",
      flags,
      run: async (io, _, given: Flags) => (await load()).listWorlds(io, given),
    },
    {
      name: "show",
      description: "one world, with the hash of its state",
      args: [maybeWorld],
      flags,
      run: async (io, { words: [name] }, given: Flags) => (await load()).showWorld(io, name, given),
    },
    {
      name: "fork",
      description: "make a world that begins as another one is",
      args: [{ syntax: "[name]", description: "what to call it; a name is made up unless given" }],
      flags: [
        { ...flag("--from <world>", "the world to begin as; main unless given", readSome), isOfOneCall: true },
        { ...flag("--snapshot <name>", "a snapshot of that world to begin as", readSome), isOfOneCall: true },
        ...flags,
      ],
      run: async (io, { words: [name] }, given: ForkFlags) => (await load()).forkWorld(io, name, given),
    },
    {
      name: "reset",
      description: "put everything back to how the world was made",
      args: [maybeWorld],
      flags,
      run: async (io, { words: [name] }, given: Flags) => (await load()).resetOne(io, name, given),
    },
    {
      name: "delete",
      description: "drop a world; main can't be dropped",
      args: [{ syntax: "<name>", description: "the world" }],
      flags,
      run: async (io, { words: [name = ""] }, given: Flags) => (await load()).deleteWorld(io, name, given),
    },
    {
      name: "snapshots",
      description: "the snapshots of a world",
      flags,
      run: async (io, _, given: Flags) => (await load()).listSnapshots(io, given),
    },
    {
      name: "snapshot",
      description: "take a snapshot, in place of the one that has the name",
      args: [snapshot],
      flags,
      run: async (io, { words: [name = ""] }, given: Flags) => (await load()).takeSnapshot(io, name, given),
    },
    {
      name: "restore",
      description: "put everything back to how it was at a snapshot",
      args: [snapshot],
      flags,
      run: async (io, { words: [name = ""] }, given: Flags) => (await load()).restoreOne(io, name, given),
    },
    {
      name: "delete-snapshot",
      description: "drop a snapshot",
      args: [snapshot],
      flags,
      run: async (io, { words: [name = ""] }, given: Flags) => (await load()).deleteSnapshot(io, name, given),
    },
  ],
}
