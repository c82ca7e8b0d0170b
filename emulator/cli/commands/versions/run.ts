import { omitUndefined, tableOf } from "../../print.ts"
import { printable } from "../../printable.ts"
import { type RemoteCall, remoteCommand } from "../../remote/remote-command.ts"
import type { DifferencesFlags, VersionsFlags } from "./declare.ts"

export const listVersions = remoteCommand(
  ({ control, flags: { since, limit, operation, user, record } }: RemoteCall<VersionsFlags>) =>
    control.listVersions(omitUndefined({ since, limit, operation, user, record })),
  ({ versions }) =>
    tableOf(
      ["version", "time", "operation", "user", "request", "effects"],
      versions.map(({ version, at, operation, user, request, effects }) => [
        String(version),
        at,
        operation,
        printable(user ?? ""),
        request ?? "",
        printable(effects.join("; ")),
      ]),
    ),
)

export const rewindOneWorld = remoteCommand(
  ({ control, words: [version = ""] }) => control.rewindWorld({ version }),
  ({ name, version, items }, { words: [to] }) =>
    `set the world ${name} back to the version ${to}, as version ${version}; the world has ${items} items\n`,
)

export const listDifferences = remoteCommand(
  ({ control, flags: { from, to, with: other, snapshot, table } }: RemoteCall<DifferencesFlags>) =>
    control.compareWorlds(omitUndefined({ from, to, with: other, snapshot, table })),
  ({ differences }) =>
    tableOf(
      ["change", "kind", "record", "changes"],
      differences.map(({ what, table, id, name, says }) => [
        what,
        table,
        printable(name || id),
        printable(says.join("; ")),
      ]),
    ),
)
