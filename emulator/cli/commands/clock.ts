import type { CliCommand } from "../command.ts"
import { choice, type Flag } from "../flags/flag.ts"
import { JSON_FLAG, type JsonFlag, REMOTE_FLAGS, type RemoteFlags } from "../flags/remote-flags.ts"
import { oneOf } from "../flags/values.ts"
import { misused } from "../io.ts"
import type { Passing } from "../remote/clock.ts"

const load = () => import("../remote/clock.ts")

const MODES = ["real", "frozen", "ticking"] as const

const common = [...REMOTE_FLAGS, JSON_FLAG]

const afterwards: Flag = { ...choice("--mode <mode>", "how time passes afterwards", MODES), isOfOneCall: true }

type Flags = RemoteFlags & JsonFlag
interface MoveFlags extends Flags {
  readonly mode?: Passing
}

export const clockCommand: CliCommand = {
  name: "clock",
  description: "show and move the clock of a world; what becomes due runs first",
  byDefault: "show",
  examples: [
    ["clock advance 90m", "units s m h d w"],
    ["clock to 2026-02-01T09:00:00Z --mode frozen"],
    ["clock next", "to the next thing that is due"],
    ["clock mode frozen"],
  ],
  commands: [
    {
      name: "show",
      description: "what the clock shows, and how time passes",
      flags: common,
      run: async (io, _, given: Flags) => (await load()).showClock(io, given),
    },
    {
      name: "advance",
      description: "move it forward by a duration",
      args: [{ syntax: "<duration>", description: "as 90m or 3d; units s m h d w" }],
      flags: [afterwards, ...common],
      run: async (io, { words: [advance = ""] }, { mode, ...given }: MoveFlags) =>
        (await load()).moveClock(io, { advance, ...(mode && { mode }) }, given),
    },
    {
      name: "to",
      description: "move it to an instant; backwards only when it is frozen",
      args: [{ syntax: "<instant>", description: "ISO 8601, as 2026-01-05T09:00:00Z" }],
      flags: [afterwards, ...common],
      run: async (io, { words: [to = ""] }, { mode, ...given }: MoveFlags) =>
        (await load()).moveClock(io, { to, ...(mode && { mode }) }, given),
    },
    {
      name: "next",
      description: "move it to the next thing that is due",
      flags: [afterwards, ...common],
      run: async (io, _, { mode, ...given }: MoveFlags) =>
        (await load()).moveClock(io, { next: true, ...(mode && { mode }) }, given),
    },
    {
      name: "mode",
      description: "let time pass otherwise: real, frozen or ticking",
      args: [{ syntax: "<mode>", description: MODES.join(", "), offers: MODES }],
      flags: common,
      run: async (io, { words: [word = ""] }, given: Flags) =>
        (await load()).moveClock(io, { mode: requireMode(word) }, given),
    },
    {
      name: "schedule",
      description: "what is due next",
      flags: common,
      run: async (io, _, given: Flags) => (await load()).showSchedule(io, given),
    },
  ],
}

function requireMode(word: string): Passing {
  const mode = MODES.find((one) => one === word)
  if (mode !== undefined) return mode
  try {
    oneOf(MODES)(word)
  } catch (error) {
    throw misused(`clock mode ${JSON.stringify(word)}: ${(error as Error).message}`)
  }
  throw misused(`there is no mode ${word}`)
}
