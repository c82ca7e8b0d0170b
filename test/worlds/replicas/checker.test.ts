import { expect, test } from "vitest"
import { type Ending, faultsOf, type Observed } from "./checker.ts"

const at = (began: number, ended = began + 1) => ({ world: "main", began, ended })
const create = (began: number, text = "a") =>
  ({ ...at(began), kind: "create", outcome: "done", text, itemId: text }) satisfies Observed
const update = (began: number, base: number, text: string) =>
  ({ ...at(began), kind: "update", outcome: "done", itemId: "a", base, text, rev: base + 1 }) satisfies Observed
const read = (began: number, rev: number, text: string) =>
  ({ ...at(began), kind: "read", itemId: "a", rev, text, isFenced: true }) satisfies Observed
const item = (rev: number, text: string, no = 1, itemId = "a") => ({ itemId, no, rev, text })

const check = (observed: readonly Observed[], items: Ending["items"], members: readonly string[] = []) =>
  faultsOf(observed, new Map([["main", { items, members }]]))

test("a history that some order explains has no faults", () => {
  const observed: Observed[] = [
    create(0),
    update(2, 1, "b"),
    { ...update(3, 1, "x"), outcome: "conflict" },
    { ...update(4, 2, "c"), outcome: "unknown" },
    read(6, 3, "c"),
    { ...at(7), kind: "member", outcome: "done", user: "u", isIn: true },
  ]
  expect(check(observed, [item(3, "c")], ["u"])).toEqual([])
})

test.each<[string, Observed[], Ending["items"], RegExp]>([
  ["a lost item", [create(0)], [], /lost/],
  ["a doubled item", [create(0)], [item(1, "a"), item(1, "a", 2, "z")], /2 items of 1/],
  ["a number given twice", [create(0), create(1, "b")], [item(1, "a"), item(1, "b", 1, "b")], /numbers are 1 1/],
  ["a gap in the numbers", [create(0)], [item(1, "a", 2)], /numbers are 2/],
  ["a lost update", [create(0), update(2, 1, "b")], [item(1, "a")], /revision 1 after 1/],
  ["an update twice", [create(0), update(2, 1, "b")], [item(3, "b")], /revision 3 after 1/],
  ["two updates with one revision", [create(0), update(2, 1, "b"), update(3, 1, "c")], [item(3, "c")], /two updates/],
  ["a read of what was not written", [create(0), update(2, 1, "b"), read(5, 2, "z")], [item(2, "b")], /shows z/],
  [
    "a read that goes back",
    [create(0), update(2, 1, "b"), read(5, 1, "a")],
    [item(2, "b")],
    /at revision 2, and then at 1/,
  ],
  ["a conflict with nobody", [create(0), { ...update(2, 1, "b"), outcome: "conflict" }], [item(1, "a")], /nobody/],
])("%s is found", (_, observed, items, words) => {
  expect(check(observed, items).join("\n")).toMatch(words)
})

test("a recorded member that is missing is found", () => {
  const put: Observed = { ...at(0), kind: "member", outcome: "done", user: "u", isIn: true }
  expect(check([put], [])).toEqual(["main: u should be a member"])
  expect(check([{ ...put, outcome: "unknown" }], [])).toEqual([])
})
