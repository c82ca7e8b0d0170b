import { omitUndefined, tableOf } from "../print.ts"
import { printable } from "../printable.ts"
import { type RemoteCommand, remoteCommand } from "./remote-command.ts"
import { textIn } from "./running-server.ts"

type ClockMode = "real" | "frozen" | "ticking"

interface Move {
  readonly advance?: string
  readonly to?: string
  readonly next?: true
  readonly mode?: ClockMode
}

const moveCommand = (moveOf: (word: string) => Move): RemoteCommand<Pick<Move, "mode">> =>
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
export const setClockMode = moveCommand((mode) => ({ mode: mode as ClockMode }))

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
