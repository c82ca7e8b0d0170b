import { describe, expect, test } from "vitest"
import { parseItems } from "../../../emulator/api/csv/items.ts"

const refusalOf = async (text: string): Promise<string> =>
  parseItems(new TextEncoder().encode(text)).then(
    ({ header }) => `read ${header.join()}`,
    (error: Error) => error.message,
  )

describe("the header of a CSV file (model.md section 16)", () => {
  test.each(["", "\n", "\n\nCode,Num\na,1\n", ",,\n", "  \nCode\n", '"",""\nCode,Num\n', "\ufeff\nCode\n"])(
    "is missing in %j, whatever follows",
    async (text) => {
      expect(await refusalOf(text)).toBe(
        "line 1: expected a header with the display IDs of fields, received an empty line",
      )
    },
  )

  test.each([
    ["Code;Num\na;1\n", "semicolons"],
    ["Code\tNum\na\t1\n", "tabs"],
    ["Code|Num\na|1\n", "vertical bars"],
  ])("the refusal of %j names the separator", async (text, name) => {
    expect(await refusalOf(text)).toMatch(
      new RegExp(`^line 1: the cells of .* are separated by ${name}; separate them by commas$`),
    )
  })

  test("is read without its outer blanks", async () => {
    expect(await refusalOf(" Code , Num\na,1\n")).toBe("read Code,Num")
  })
})
