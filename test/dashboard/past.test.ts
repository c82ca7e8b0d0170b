import { expect, test } from "vitest"
import { pastOf } from "../../dashboard/views/item/past.ts"

const history = (history_id: string, created_at = "noon") => ({ history_id, created_at })
const write = (id: string, made: readonly string[] = [], at = "noon") => ({ entry: { id, at }, made: new Set(made) })

const summarizeLines = (lines: ReturnType<typeof pastOf>) =>
  lines.map((line) => [...line.histories.map(({ history_id }) => history_id), line.write?.entry.id ?? "–"].join(" "))

test("an item's histories and writes are one list, newest first", () => {
  expect(summarizeLines(pastOf([], []))).toEqual([])
  expect(summarizeLines(pastOf([history("h2"), history("h1")], []))).toEqual(["h2 –", "h1 –"])
  expect(summarizeLines(pastOf([], [write("2"), write("1")]))).toEqual(["2", "1"])
  // All have the same instant. Comment c comes between the histories of the requests 2 and 1. Request 3 is from a script and has no
  // history.
  const histories = [history("h2"), history("c"), history("h1")]
  expect(summarizeLines(pastOf(histories, [write("3"), write("2", ["h2"]), write("1", ["h1"])]))).toEqual([
    "3",
    "h2 2",
    "c –",
    "h1 1",
  ])
})

test("histories of one request are one line, and what the log has forgotten stands where its time is", () => {
  const lines = pastOf([history("b", "2"), history("a", "2"), history("old", "1")], [write("9", ["a", "b"], "2")])
  expect(summarizeLines(lines)).toEqual(["b a 9", "old –"])
  const between = pastOf([history("late", "3"), history("old", "1")], [write("5", [], "2")])
  expect(summarizeLines(between)).toEqual(["late –", "5", "old –"])
})
