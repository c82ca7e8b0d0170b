import fc from "fast-check"
import papa from "papaparse"
import { expect, test } from "vitest"
import { parseItems } from "../../../emulator/api/csv/items.ts"
import { parseUsers } from "../../../emulator/api/csv/users.ts"

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** A cell that is nearly as long as a part of a file. The part ends soon after it, within the rows that follow. */
const paddingCell = fc.integer({ min: 65_100, max: 65_536 }).map((length) => "x".repeat(length))

/** Cells up to several times as long as one read. */
const cell = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.string({ unit: fc.constantFrom("a", "é", "𝄞", ",", '"', "\n", "\r", " "), maxLength: 8 }),
  },
  { weight: 1, arbitrary: fc.constantFrom(...[30_000, 65_536, 200_000].map((length) => `"é\n${"x".repeat(length)}`)) },
)

test("rows are what a reading of the whole file finds, wherever a part of it ends", async () => {
  const table = fc
    .integer({ min: 1, max: 4 })
    .chain((width) =>
      fc
        .tuple(
          paddingCell,
          fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 30 }),
        )
        .map(([first, others]) => [[first, ...Array.from({ length: width - 1 }, () => "")], ...others]),
    )
  await fc.assert(
    fc.asyncProperty(
      table,
      fc.constantFrom("\n", "\r\n"),
      fc.oneof({ weight: 9, arbitrary: fc.nat(100) }, { weight: 1, arbitrary: fc.constant(70_000) }),
      async (rows, newline, blank) => {
        const header = rows[0]?.map((_, at) => `c${at}`) ?? []
        const body = papa.unparse(rows, { newline, quotes: true })
        const text = `${header.join(",")}${newline}${newline.repeat(blank)}${body}`
        const read = await parseItems(bytesOf(text))
        expect(read.header).toEqual(header)
        const found = [...read.rows]
        // A row with one empty cell is a blank row.
        expect(found.map(({ cells }) => cells)).toEqual(
          rows.filter((cells) => cells.join("") !== "" || cells.length > 1),
        )
        expect(found[0]?.line ?? 2 + blank).toBeGreaterThanOrEqual(2 + blank)
      },
    ),
    { seed: 3, numRuns: 60 },
  )
})

const message = (read: Promise<unknown>): Promise<string> =>
  read.then(
    () => "read",
    (error: Error) => error.message,
  )

test.each<[string, () => string, string]>([
  ["columns", () => `${"a,".repeat(100_000)}\n1\n`, "line 1: expected at most 10000 columns, received more"],
  ["blank rows", () => `a\n${"\n".repeat(1_500_000)}`, "line 1000001: the file has more than 1000000 rows"],
  ["cells of a row", () => `a\n${",".repeat(2_000_000)}`, "expected 1 cells, received"],
  [
    "cells",
    () => `${"a,".repeat(9999)}a\n${`${",".repeat(9999)}\n`.repeat(1001)}`,
    "the file has more than 10000000 cells",
  ],
  [
    "characters of a cell",
    () => `a\n${"x".repeat(3_000_000)}`,
    "line 2, column 1: expected at most 1000000 characters, received more",
  ],
  [
    "characters of a cell whose quote is open",
    () => `a\n"${"x\n".repeat(2_000_000)}`,
    "line 2, column 1: expected at most",
  ],
])("too many %s are refused as they are found (control.md section 4)", async (_, text, refusal) => {
  expect(await message(parseItems(bytesOf(text())))).toContain(refusal)
})

test.each<[string, () => string, string]>([
  ["users", () => `Email\n${"a@b.test\n".repeat(10_002)}`, "line 10002: expected at most 10000 users, received more"],
  ["cells", () => `Email\n${",".repeat(2_000_000)}`, "line 2: expected at most 1000 cells, received more"],
  ["characters", () => `Email\n${"x".repeat(3_000_000)}`, "line 2: a cell has more than 1000000 characters"],
])("too many %s of a file of users are refused as they are found (control.md section 4)", async (_, text, refusal) => {
  expect(JSON.stringify(await parseUsers(bytesOf(text())).catch((error: unknown) => error))).toContain(refusal)
})

test("others have their turn while a file is read", async () => {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await parseItems(bytesOf(`a\n${"x".repeat(99)}\n`.repeat(20_000)))
  isOver = true
  // 2 MB in parts of 64 KiB.
  expect(turns).toBeGreaterThanOrEqual(30)
})

test("the reader accepts CRLF, LF and CR in one file, and puts none into an unquoted cell, wherever a part of the file ends (model.md section 16)", async () => {
  const lineEnd = fc.constantFrom("\r\n", "\n", "\r")
  const row = fc.tuple(
    fc.constantFrom("a", "", 'x"y', '"q\r\n"', '"q\r"', '"""\n"'),
    fc.constantFrom("b", "é"),
    lineEnd,
  )
  await fc.assert(
    fc.asyncProperty(lineEnd, fc.array(row), fc.nat(100), paddingCell, async (first, rows, blank, padded) => {
      const body = rows.map(([one, two, end]) => `${one},${two}${end}`).join("")
      const text = `A,B${first}${first.repeat(blank)}${padded},${first}${body}`
      const { header, rows: read } = await parseItems(bytesOf(text))
      expect(header).toEqual(["A", "B"])
      const unquoted = (cell: string) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
      const expected = [[padded, ""], ...rows.map(([one, two]) => [unquoted(one), two])]
      expect([...read].map(({ cells }) => cells)).toEqual(expected)
    }),
    { seed: 47, numRuns: 60 },
  )
})
