import { describe, expect, test } from "vitest"
import { withPlainPicks } from "../../scripts/plain-picks.mjs"
import { withClientRows } from "../../scripts/plain-rows.mjs"

const inOneFile = (text: string): string => withPlainPicks(new Map([["index.d.ts", text]])).get("index.d.ts") ?? ""

const USER = `interface Named {
/** ID of the user. */
readonly id: string;
}
interface User extends Named {
/** What they are called. */
readonly name: string;
/** Where they live. */
readonly place?: string | undefined;
}
`

describe("what is picked of a type is written out with its comments", () => {
  test.each([
    ["Pick<User, 'id' | 'place'>", ["ID of the user", "Where they live"], "id place?"],
    ["Omit<User, 'name'>", ["ID of the user", "Where they live"], "id place?"],
    ["Partial<User>", ["ID of the user", "What they are called", "Where they live"], "id? name? place?"],
    ["Omit<Pick<User, 'id' | 'name'>, 'id'>", ["What they are called"], "name"],
    ["Partial<Omit<User, 'place'>>", ["ID of the user", "What they are called"], "id? name?"],
  ])("%s", (type, comments, names) => {
    const written = inOneFile(`${USER}type Made = ${type};\n`).slice(USER.length)
    expect([...written.matchAll(/\/\*\* (.*)\. \*\//g)].map(([, said]) => said)).toEqual(comments)
    expect([...written.matchAll(/readonly (\w+\??)/g)].map(([, name]) => name).join(" ")).toBe(names)
    expect(written).not.toMatch(/Pick|Omit|Partial/)
  })

  test("also of what an interface is made of, whose own members come first", () => {
    const text = `${USER}interface Guest extends Omit<User, 'place'>, Other {\nreadonly name: 'guest';\n}\n`
    const written = inOneFile(text).slice(USER.length)
    expect(written).toMatch(/^interface Guest extends Other \{\n\/\*\* ID of the user\. \*\/\nreadonly id: string;\n/)
    expect(written.match(/readonly name/g)).toHaveLength(1)
  })

  test("of types that take others, by what they are given", () => {
    const text =
      "interface Box<T> {\nreadonly in: T;\nreadonly out: Set<T>;\n}\ninterface Made<S> extends Omit<Box<S>, 'in'> {}\n"
    expect(inOneFile(text)).toContain("readonly out: Set<S>;")
  })

  test("of another file, whose types it then takes", () => {
    const files = withPlainPicks(
      new Map([
        [
          "declarations/a.d.ts",
          "interface Kind {}\ninterface User {\nreadonly kind: Kind;\nreadonly id: string;\n}\nexport { User as t };\n",
        ],
        [
          "index.d.ts",
          "import { t as User } from './declarations/a.js';\ntype Kind = 1;\ntype Made = Pick<User, 'kind'>;\n",
        ],
      ]),
    )
    expect(files.get("declarations/a.d.ts")).toContain("export { Kind as Kind$ };")
    expect(files.get("index.d.ts")).toContain('import { Kind$ as Kind$ } from "./declarations/a.js";')
    expect(files.get("index.d.ts")).toContain("readonly kind: Kind$;")
  })

  test("what is not known stays as it is", () => {
    const text = "type Made<K extends string> = Pick<Record<string, string>, K> | Omit<Date, 'getTime'>;\n"
    expect(inOneFile(text)).toBe(text)
  })
})

test("a row says what clients need, with the parameters of its paths, and which an alias lacks", () => {
  const text = withClientRows(
    'type Row = {\n    readonly paths: readonly ["/a/:app-id/d/:datastore-id", "/d/:datastore-id"];\n    readonly tag: "a";\n    readonly answer: () => string;\n};\n',
  )
  expect(text).toBe(
    'type Row = {\n    readonly params: {\n        readonly "app-id"?: string;\n        readonly "datastore-id": string;\n    };\n    readonly answer: () => string;\n};\n',
  )
})
