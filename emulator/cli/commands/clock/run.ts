import { omitUndefined, tableOf } from "../../print.ts"
import { printable } from "../../printable.ts"
import { type RemoteCommand, remoteCommand } from "../../remote/remote-command.ts"
import { textIn } from "../../remote/running-server.ts"
import type { MoveFlags } from "./declare.ts"

interface Move extends MoveFlags {
  readonly advance?: string
  readonly to?: string
  readonly next?: true
}

const moveCommand = (moveOf: (word: string) => Move): RemoteCommand<MoveFlags> =>
  remoteCommand(
    ({ control, words: [word = ""], flags: { mode } }) =>
      control.moveClock({ ...omitUndefined({ mode }), ...moveOf(word) }),
    ({ now, mode, fired }) =>
      `${now}  ${mode}\n${tableOf(
        ["", "", "", ""],
        fired.map(({ at, kind, name, affected }) => [`  ${at}`, kind, printable(name), `${affected} items written`]),
      )}`,
  )

export const showClock = remoteCommand(
  ({ control }) => control.getClock(),
  (clock) => `${textIn(clock, "now")}  ${textIn(clock, "mode")}\n`,
)

export const advanceClock = moveCommand((advance) => ({ advance }))
export const moveClockTo = moveCommand((to) => ({ to }))
export const moveClockToNext = moveCommand(() => ({ next: true }))
export const setClockMode = moveCommand((mode) => ({ mode: mode as Required<MoveFlags>["mode"] }))

export const showSchedule = remoteCommand(
  ({ control }) => control.getSchedule(),
  ({ upcoming }) =>
    upcoming.length === 0
      ? "no events are scheduled\n"
      : tableOf(
          ["due", "kind", "name"],
          upcoming.map(({ at, kind, name }) => [at, kind, printable(name)]),
        ),
)
