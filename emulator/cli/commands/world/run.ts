import { usageError } from "../../io.ts"
import { omitUndefined, tableOf } from "../../print.ts"
import { printable } from "../../printable.ts"
import { type RemoteCall, type RemoteCommand, remoteCommand } from "../../remote/remote-command.ts"
import type { RemoteServer } from "../../remote/running-server.ts"
import type { ForkFlags } from "./declare.ts"

type RemoteWorld = Awaited<ReturnType<RemoteServer["control"]["getWorld"]>>

const worldText = ({ name, url, parent, version, hash, now, items }: RemoteWorld): string =>
  tableOf(
    ["", ""],
    [
      ["name", name],
      ["url", url],
      ["parent", parent ?? ""],
      ["items", String(items)],
      ["clock", now],
      ["version", String(version)],
      ["hash", hash],
    ],
  )

/** Makes a command take the world from its first argument, if there is one, instead of from `--world`. */
const ofNamedWorld =
  (command: RemoteCommand): RemoteCommand =>
  async (io, operands, flags) => {
    const [world = flags.world] = operands.words
    if (flags.world !== undefined && world !== flags.world) {
      throw usageError(`expected one world, received ${world} as an argument and ${flags.world} in --world`)
    }
    return command(io, operands, { ...flags, ...omitUndefined({ world }) })
  }

export const listWorlds = remoteCommand(
  ({ control }) => control.listWorlds(),
  ({ worlds }) =>
    tableOf(
      ["name", "parent", "items", "version", "clock", "url"],
      worlds.map(({ name, parent, items, version, now, url }) => [
        name,
        parent ?? "",
        String(items),
        String(version),
        now,
        url,
      ]),
    ),
)

export const showWorld = ofNamedWorld(remoteCommand(({ control }) => control.getWorld(), worldText))

export const forkWorld = remoteCommand(
  ({ control, world, words: [name], flags: { from = world, snapshot } }: RemoteCall<ForkFlags>) =>
    control.forkWorld(omitUndefined({ name, from, snapshot })),
  ({ name, url }) => `created the world ${name} at ${url}\n`,
)

export const resetOneWorld = ofNamedWorld(
  remoteCommand(
    ({ control }) => control.resetWorld(),
    ({ name, items }) => `reset the world ${name} to its initial state; the world has ${items} items\n`,
  ),
)

export const deleteWorld = ofNamedWorld(
  remoteCommand(
    ({ control }) => control.deleteWorld(),
    (_, { world }) => `deleted the world ${world}\n`,
  ),
)

export const listSnapshots = remoteCommand(
  ({ control }) => control.listSnapshots(),
  ({ snapshots }) =>
    tableOf(
      ["name", "taken", "version"],
      snapshots.map(({ name, at, version }) => [printable(name), at, String(version)]),
    ),
)

export const takeSnapshot = remoteCommand(
  ({ control, words: [snapshot = ""] }) => control.takeSnapshot({ snapshot }),
  ({ name }, { world }) => `took the snapshot ${name} of the world ${world}\n`,
)

export const restoreOneSnapshot = remoteCommand(
  ({ control, words: [snapshot = ""] }) => control.restoreSnapshot({ snapshot }),
  ({ name, items }, { words: [snapshot] }) =>
    `restored the world ${name} from the snapshot ${snapshot}; the world has ${items} items\n`,
)

export const deleteSnapshot = remoteCommand(
  ({ control, words: [snapshot = ""] }) => control.deleteSnapshot({ snapshot }),
  (_, { words: [snapshot] }) => `deleted the snapshot ${snapshot}\n`,
)
