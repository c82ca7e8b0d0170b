import { CLOCK_MODES } from "../../../../src/model/records/index.ts"
import { type CliCommand, commandsOf } from "../../command.ts"
import { choice, type FlagsOf, perCall } from "../../flags/flag.ts"
import { JSON_FLAG, REMOTE_FLAGS } from "../../flags/remote-flags.ts"

const command = commandsOf(() => import("./run.ts"), [...REMOTE_FLAGS, JSON_FLAG])

const flags = [perCall(choice("--mode <mode>", "the clock's mode after the move", CLOCK_MODES))]

export type MoveFlags = FlagsOf<typeof flags>

export const clockCommand: CliCommand = {
  name: "clock",
  description: "show or move a world's clock; moving the clock runs all work that becomes due",
  byDefault: "show",
  examples: [
    ["clock advance 90m", "units: s, m, h, d and w"],
    ["clock to 2026-02-01T09:00:00Z --mode frozen"],
    ["clock next", "moves to the next scheduled event"],
    ["clock mode frozen"],
  ],
  commands: [
    command("show", "print the clock's time and mode", "showClock"),
    command("advance", "move the clock forward by a duration", "advanceClock", {
      args: [{ syntax: "<duration>", description: "for example 90m or 3d; units: s, m, h, d and w" }],
      flags,
    }),
    command("to", "move the clock to an instant; only a frozen clock moves backwards", "moveClockTo", {
      args: [{ syntax: "<instant>", description: "ISO 8601, for example 2026-01-05T09:00:00Z" }],
      flags,
    }),
    command("next", "move the clock to the next scheduled event", "moveClockToNext", { flags }),
    command("mode", "change the clock's mode: real, frozen or ticking", "setClockMode", {
      args: [{ syntax: "<mode>", description: CLOCK_MODES.join(", "), offers: CLOCK_MODES }],
    }),
    command("schedule", "list the next scheduled events", "showSchedule"),
  ],
}
