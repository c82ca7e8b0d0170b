import { expect, test } from "vitest"
import { rowsOf } from "../../dashboard/views/requests/families.ts"
import type { Line } from "../../dashboard/views/requests/log.ts"

const line = (id: string, more: Partial<Line> = {}): Line => ({
  id,
  at: "2026-01-05T09:00:00.000Z",
  method: "POST",
  path: "/api/v0/x",
  operation: "X",
  user: null,
  status: 200,
  ms: 1,
  effects: [],
  ...more,
})

const by = (id: string | null): Line["cause"] => ({ kind: "script", id, name: "X" })
const due: Line["cause"] = { kind: "auto_action", id: "a", name: "Hourly" }

const rowsWithLevels = (lines: readonly Line[], ...open: string[]) =>
  rowsOf(lines, new Set(open)).map(({ line: { id }, level, beneath }) => [id, level, beneath.map((one) => one.id)])

test("the tree shows the calls of scripts and their calls below the request, in the order in which they ended", () => {
  const lines = [
    line("9"),
    line("5", { trace: "1" }),
    line("4"),
    line("3", { trace: "1", cause: by("5") }),
    line("2", { trace: "1", cause: by("3") }),
    line("1"),
  ]
  expect(rowsWithLevels(lines)).toEqual([
    ["9", 1, []],
    ["5", 1, ["2", "3"]],
    ["4", 1, []],
    ["1", 1, []],
  ])
  expect(rowsWithLevels(lines, "5").slice(1, 4)).toEqual([
    ["5", 1, ["2", "3"]],
    ["2", 2, []],
    ["3", 2, []],
  ])
})

test("calls are reported before their request, and calls after its response once it was reported without a trace", () => {
  expect(rowsWithLevels([line("3", { trace: "1", cause: by(null) }), line("1")])).toEqual([
    ["3", 1, []],
    ["1", 1, []],
  ])
  expect(rowsWithLevels([line("3", { trace: "1", cause: by("2") }), line("2")])).toEqual([["2", 1, ["3"]]])
})

test("the tree shows the calls of scripts below a scheduled event, and an entry without a head alone", () => {
  const clock = line("8", { method: "CLOCK", operation: null, trace: "4", cause: due })
  const call = line("7", { trace: "4", cause: due })
  expect(rowsWithLevels([clock, call])).toEqual([["8", 1, ["7"]]])
  expect(rowsWithLevels([call])).toEqual([["7", 1, []]])
  expect(rowsWithLevels([line("2", { trace: "9", cause: by("1") })])).toEqual([["2", 1, []]])
})
