import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, test } from "vitest"
import { rows } from "../../emulator/contract/table.ts"
import { controlTable } from "../../emulator/control/control-table.ts"
import { controlDocument } from "../../emulator/control/openapi.ts"
import { openApiDocument } from "../../emulator/http/openapi/document.ts"
import { explained, meaningsOf, withCommentsOnLines } from "../../scripts/explain-declarations.mjs"
import { operations, publicOperations } from "../../src/operations/index.ts"

const TYPES = fileURLToPath(new URL("../../dist/types/", import.meta.url))
const meanings = meaningsOf({ api: openApiDocument({ version: "" }), control: controlDocument({ version: "" }) })

function explain(path: string) {
  const silent: string[] = []
  const text = explained(path, readFileSync(TYPES + path, "utf8"), meanings, (member) => silent.push(member))
  return { text, silent }
}

describe("what an editor shows of an operation is what the document says", () => {
  test("of every operation and member of the API, for the client", () => {
    const { text, silent } = explain("emulator/contract/table.d.ts")
    expect(silent).toEqual([])
    for (const [name, { summary }] of rows) expect(text).toContain(`/** ${summary} */\n    readonly ${name}: `)
    expect(text.match(/\/\*\*/g)?.length).toBeGreaterThan(1500)
  })

  test("of every member of the control plane", () => {
    expect(explain("emulator/control/control-table.d.ts").silent).toEqual([])
  })

  test("of every operation of the control plane", () => {
    const { text } = explain("emulator/control-client.d.ts")
    for (const { words } of controlTable)
      expect(text).toContain(`/** ${words.summary} */\n    readonly ${words.name}: `)
  })

  test("of every operation in process, of the client and of the wire's", () => {
    const namesIn = (text: string, called: string) =>
      [...text.matchAll(/^ {4}(?:\/\*\* .* \*\/\n {4})readonly (\w+): (\w+)<"(\w+)">;$/gm)].flatMap(
        ([, name, type, of]) => (type === called && name === of ? [name] : []),
      )
    const [own, anybody] = [Object.keys(operations), Object.keys(publicOperations)]
    const all = rows.map(([name]) => name).sort()
    expect(namesIn(explain("src/operations/acting.d.ts").text, "Call").sort()).toEqual([...own, ...anybody].sort())
    const typed = explain("src/typed/acting-in.d.ts").text
    const placed = [...typed.matchAll(/\*\/\n {4}readonly (\w+): Placed<S, Acting\["(\w+)"\]>;/g)].map(
      ([, name]) => name,
    )
    const methods = [...typed.matchAll(/^ {4}(\w+)</gm)].map(([, name]) => name)
    expect([...placed, ...methods].sort()).toEqual([...own].sort())
    expect(namesIn(explain("emulator/client/operations.d.ts").text, "Operation").sort()).toEqual(all)
  })

  test("of what operations take in process", () => {
    const { text } = explain("src/items/writing/write-options.d.ts")
    expect(text).toContain(
      "    /** True: the answer has the item as it is now. Default false */\n    readonly returnItemResult?: boolean",
    )
  })
})

test("a comment of one's own is kept, and stands on a line of its own", () => {
  const path = "src/operations/items/create-item.d.ts"
  const text =
    "export interface CreateItem {\n    /** Mine. */\n    readonly comment: string;\n    readonly asParams: object;\n}"
  expect(explained(path, text, meanings)).toBe(
    "export interface CreateItem {\n    /** Mine. */\n    readonly comment: string;\n    /** Any object, which pre and post scripts read as data.as_params */\n    readonly asParams: object;\n}",
  )
  expect(withCommentsOnLines("  a: string; /** B */\n  b: string;")).toBe("  a: string;\n  /** B */\n  b: string;")
})
