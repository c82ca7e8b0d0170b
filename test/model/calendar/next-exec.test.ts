import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { nextExec, register, scheduleProblem } from "../../../src/model/index.ts"
import type { TimeType } from "../../../src/model/records/index.ts"
import { DAY, nextBySteps, RANGES } from "./next-by-steps.ts"

const next = (timeType: TimeType, timeValue: string, base: string, now = base) =>
  nextExec({ timeType, timeValue }, new Date(base).toISOString(), new Date(now).toISOString())?.replace(".000Z", "Z")

describe("NextExec, model.md section 10", () => {
  test.each<[string, TimeType, string, string, string]>([
    ["minutes count from the full minute", "min", "10", "2026-01-05T09:00:59.999Z", "2026-01-05T09:10:00Z"],
    ["minutes cross the hour", "min", "59", "2026-01-05T09:30:00Z", "2026-01-05T10:29:00Z"],
    ["hours count from the full hour", "hr", "1", "2026-01-05T09:59:59.999Z", "2026-01-05T10:00:00Z"],
    ["24 hours cross the year", "hr", "24", "2026-12-31T23:15:00Z", "2027-01-01T23:00:00Z"],
    [
      "a time of day still ahead is today",
      "day",
      "1999-09-09T09:30:00.000Z",
      "2026-01-05T09:29:59Z",
      "2026-01-05T09:30:00Z",
    ],
    [
      "a time of day that is now is tomorrow",
      "day",
      "1999-09-09T09:30:00.000Z",
      "2026-01-05T09:30:00Z",
      "2026-01-06T09:30:00Z",
    ],
    ["a weekday later this week", "week", "3", "2026-01-05T09:00:00Z", "2026-01-07T00:00:00Z"],
    ["Sunday is 0", "week", "0", "2026-01-05T09:00:00Z", "2026-01-11T00:00:00Z"],
    ["today's weekday is past from midnight on", "week", "1", "2026-01-05T00:00:00Z", "2026-01-12T00:00:00Z"],
    ["a day ahead in this month", "month", "6", "2026-01-05T09:00:00Z", "2026-01-06T00:00:00Z"],
    ["today is past from midnight on", "month", "5", "2026-01-05T00:00:00Z", "2026-02-05T00:00:00Z"],
    ["an absent day is the last of the month", "month", "31", "2026-02-05T00:00:00Z", "2026-02-28T00:00:00Z"],
    ["the last of a leap February", "month", "30", "2028-02-05T00:00:00Z", "2028-02-29T00:00:00Z"],
    ["2100 is no leap year", "month", "29", "2100-02-05T00:00:00Z", "2100-02-28T00:00:00Z"],
    ["after a shortened month the day itself again", "month", "31", "2026-02-28T00:00:00Z", "2026-03-31T00:00:00Z"],
    ["December leads to January", "month", "1", "2026-12-01T00:00:01Z", "2027-01-01T00:00:00Z"],
  ])("%s", (_, timeType, timeValue, base, expected) => {
    expect(next(timeType, timeValue, base)).toBe(expected)
  })

  test("missed times are passed over without leaving the grid", () => {
    expect(next("min", "50", "2026-01-05T09:00:00Z", "2026-01-05T12:00:30Z")).toBe("2026-01-05T12:20:00Z")
    expect(next("hr", "5", "2026-01-05T09:00:00Z", "2026-01-05T19:00:00Z")).toBe("2026-01-06T00:00:00Z")
  })

  test("a day is registered as HH:mm and kept as the next such instant", () => {
    expect(register({ timeType: "day", timeValue: "08:15" }, "2026-01-05T09:00:00.000Z")).toEqual({
      timeType: "day",
      timeValue: "2026-01-06T08:15:00.000Z",
      nextExecAt: "2026-01-06T08:15:00.000Z",
    })
    expect(register({ timeType: "hr", timeValue: "2" }, "2026-01-05T09:00:00.000Z")).toEqual({
      timeType: "hr",
      timeValue: "2",
      nextExecAt: "2026-01-05T11:00:00.000Z",
    })
  })
})

describe.each(Object.entries(RANGES) as [TimeType, [number, number]][])(
  "%s equals a slow oracle",
  (timeType, range) => {
    const instants = fc.oneof(
      fc.integer({ min: 0, max: Date.UTC(2100, 11, 31) }),
      fc.integer({ min: 0, max: 47_480 }).map((day) => day * DAY),
      fc.integer({ min: 0, max: 1_139_000 }).map((hour) => hour * 3_600_000),
    )
    const pauses = fc.oneof(fc.constant(0), fc.integer({ min: -DAY, max: 40 * DAY }))

    test("the next run is strictly after now", async () => {
      await fc.assert(
        fc.property(instants, pauses, fc.integer({ min: range[0], max: range[1] }), (baseMs, pause, value) => {
          const nowMs = Math.max(0, baseMs + pause)
          const stored = timeType === "day" ? new Date(value * 60_000).toISOString() : String(value)
          const at = Date.parse(
            nextExec({ timeType, timeValue: stored }, new Date(baseMs).toISOString(), new Date(nowMs).toISOString()) ??
              "",
          )
          expect(at).toBe(nextBySteps(timeType, value, baseMs, nowMs))
          expect(at).toBeGreaterThan(nowMs)
        }),
        { numRuns: 400, seed: 10 },
      )
    })
  },
)

test.each<[TimeType, string]>([
  ["min", "10"],
  ["hr", "1"],
  ["day", "1970-01-01T23:59:00.000Z"],
  ["week", "0"],
  ["month", "31"],
])("beyond the last instant there is none: %s", (timeType, timeValue) => {
  expect(nextExec({ timeType, timeValue }, "9999-12-31T23:59:30.000Z")).toBeNull()
})

describe("schedules that are refused", () => {
  test.each([
    ["min", "9"],
    ["min", "60"],
    ["min", "10.5"],
    ["hr", "0"],
    ["hr", "25"],
    ["hr", ""],
    ["day", "24:00"],
    ["day", "9:00"],
    ["day", "12:60"],
    ["day", "2026-01-05T09:00:00.000Z"],
    ["week", "7"],
    ["week", "-1"],
    ["month", "0"],
    ["month", "32"],
    ["month", "1e1"],
    ["year", "1"],
    ["toString", "1"],
  ])("%s %s", (timeType, timeValue) => {
    expect(scheduleProblem(timeType, timeValue)).toMatch(/^time_(type|value)/)
  })

  test.each([
    ["min", "10"],
    ["min", "59"],
    ["hr", "1"],
    ["hr", "24"],
    ["day", "00:00"],
    ["day", "23:59"],
    ["week", "0"],
    ["week", "6"],
    ["month", "1"],
    ["month", "31"],
  ])("the schedule accepts %s %s", (timeType, timeValue) => {
    expect(scheduleProblem(timeType, timeValue)).toBeUndefined()
  })
})
