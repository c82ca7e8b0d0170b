import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { beforeAll, describe, expect, test } from "vitest"
import type { TimeType } from "../../../src/model/records/index.ts"
import { DAY, nextBySteps } from "../../model/calendar/next-by-steps.ts"

/** Program of the child process: computes the given cases with the engine's calendar and with the process's time zone. */
const PROGRAM = `
  import { nextExec } from "./src/model/calendar/next-exec.ts"
  import { readDuration } from "./src/model/calendar/instants.ts"
  import { readInstant } from "./src/model/calendar/instants.ts"
  import { expiryOf } from "./src/model/records/file.ts"

  const { schedules, instants, days } = JSON.parse(process.argv[1])
  const runs = schedules.map(([timeType, timeValue]) =>
    instants.map((at) => nextExec({ timeType, timeValue }, at)),
  )
  const read = days.map((day) => readInstant(day + "T02:30:00+02:00") ?? null)
  console.log(JSON.stringify({
    runs,
    read,
    expiries: instants.map(expiryOf),
    durations: ["90m", "25h", "1d", "2w"].map(readDuration),
    offset: new Date("2026-07-01T12:00:00Z").getTimezoneOffset(),
  }))
`

const ROOT = fileURLToPath(new URL("../../..", import.meta.url))

const SCHEDULES: readonly [TimeType, number, string][] = [
  ["min", 10, "10"],
  ["min", 45, "45"],
  ["hr", 1, "1"],
  ["hr", 24, "24"],
  ["day", 150, "1970-01-01T02:30:00.000Z"],
  ["day", 1425, "1970-01-01T23:45:00.000Z"],
  ["week", 0, "0"],
  ["week", 5, "5"],
  ["month", 1, "1"],
  ["month", 30, "30"],
  ["month", 31, "31"],
]

/** Instants around the clock changes and day changes of the zones below, and around the ends of months. */
const TURNS = [
  "2011-12-30T10:00:00Z",
  "2026-03-08T07:00:00Z",
  "2026-03-29T01:00:00Z",
  "2026-04-04T15:00:00Z",
  "2026-11-01T06:00:00Z",
  "2026-10-25T01:00:00Z",
  "2018-11-04T03:00:00Z",
  "2026-02-28T23:30:00Z",
  "2028-02-29T11:30:00Z",
  "2026-12-31T18:30:00Z",
].map((at) => Date.parse(at))
const INSTANTS = TURNS.flatMap((ms) =>
  [-DAY, -3_600_000, -1, 0, 1, 1_800_000, 3_600_000, DAY].map((shift) => new Date(ms + shift).toISOString()),
)
const DAYS = [
  "2026-02-29",
  "2028-02-29",
  "2100-02-29",
  "2000-02-29",
  "0004-02-29",
  "2026-04-31",
  "2011-12-30",
  "2026-12-31",
]

/** Time zones with their offsets in July. The offset shows that the process runs in the zone. */
const ZONES = {
  UTC: 0,
  "America/New_York": 240,
  "America/Sao_Paulo": 180,
  "Europe/Berlin": -120,
  "Asia/Kolkata": -330,
  "Australia/Lord_Howe": -630,
  "Pacific/Apia": -780,
}

const RUNS = SCHEDULES.map(([timeType, value]) =>
  INSTANTS.map((at) => new Date(nextBySteps(timeType, value, Date.parse(at), Date.parse(at))).toISOString()),
)

describe("the calendar is UTC's, whatever the time zone of the machine (model.md section 10)", () => {
  let program = ""
  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: { contents: PROGRAM, resolveDir: ROOT, loader: "ts" },
      bundle: true,
      format: "esm",
      platform: "node",
      write: false,
    })
    program = outputFiles[0]?.text ?? ""
  })

  test.each(Object.entries(ZONES))("in %s", (zone, offset) => {
    const cases = { schedules: SCHEDULES.map(([type, , text]) => [type, text]), instants: INSTANTS, days: DAYS }
    const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", program, JSON.stringify(cases)], {
      encoding: "utf8",
      env: { ...process.env, TZ: zone },
    })
    expect(JSON.parse(printed)).toEqual({
      runs: RUNS,
      read: [
        null,
        "2028-02-29T00:30:00.000Z",
        null,
        "2000-02-29T00:30:00.000Z",
        "0004-02-29T00:30:00.000Z",
        null,
        "2011-12-30T00:30:00.000Z",
        "2026-12-31T00:30:00.000Z",
      ],
      expiries: INSTANTS.map((at) => new Date(Date.parse(at) + DAY).toISOString()),
      durations: [5_400_000, 90_000_000, 86_400_000, 1_209_600_000],
      offset,
    })
  })
})
