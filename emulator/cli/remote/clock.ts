import type { JsonFlag, RemoteFlags } from "../flags/remote-flags.ts"
import type { Io } from "../io.ts"
import { legible } from "../legible.ts"
import { tableOf } from "../print.ts"
import { asking } from "./running-server.ts"
import { tell } from "./tell.ts"

type Flags = RemoteFlags & JsonFlag

/** How time passes. */
export type Passing = "real" | "frozen" | "ticking"

/** What `clock` does to it; at most one of the first three. */
export interface Move {
  readonly advance?: string
  readonly to?: string
  readonly next?: true
  readonly mode?: Passing
}

export const showClock = (io: Io, flags: Flags): Promise<number> =>
  asking(io, flags, async ({ control }) => {
    const told = await control.getClock()
    tell(io, flags, told, () => `${told.now}  ${told.mode}\n`)
  })

export const moveClock = (io: Io, move: Move, flags: Flags): Promise<number> =>
  asking(io, flags, async ({ control }) => {
    const told = await control.moveClock(move)
    tell(
      io,
      flags,
      told,
      () =>
        `${told.now}  ${told.mode}\n${tableOf(
          ["", "", "", ""],
          told.fired.map(({ at, kind, name, affected }) => [`  ${at}`, kind, legible(name), `${affected} written`]),
        )}`,
    )
  })

export const showSchedule = (io: Io, flags: Flags): Promise<number> =>
  asking(io, flags, async ({ control }) => {
    const told = await control.getSchedule()
    tell(io, flags, told, () =>
      told.upcoming.length === 0
        ? "nothing is due\n"
        : tableOf(
            ["due", "kind", "name"],
            told.upcoming.map(({ at, kind, name }) => [at, kind, legible(name)]),
          ),
    )
  })
