import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, test } from "vitest"
import { meaningOf } from "../../emulator/contract/meanings/meaning.ts"
import { openApiDocument } from "../../emulator/http/openapi/document.ts"
import { readApi } from "../../scripts/api-report.mjs"
import { sources } from "../../scripts/entries.mjs"
import { explained, meaningsOf } from "../../scripts/explain-declarations.mjs"
import { membersIn } from "./members-in.ts"

const TYPES = fileURLToPath(new URL("../../dist/types/", import.meta.url))

/** What packing gives its comments, by the file that declares it: its members are those of requests. */
const EXPLAINED: Readonly<Record<string, string>> = {
  AccessKeyUpdates: "src/access/key-updates.d.ts",
  WriteOptions: "src/items/writing/write-options.d.ts",
  kinds: "emulator/kit/commands/index.d.ts",
}

interface Member {
  readonly owner: string
  readonly name: string
  /** Empty where nothing is said. */
  readonly doc: string
}

/** The members of what an entry exports, nested ones by the names that lead to them, overloads once. */
function membersOf(entry: string): readonly Member[] {
  const members = new Map<string, Member>()
  for (const { name: owner, text } of readApi(entry)) {
    for (const { path: name, doc } of membersIn(text)) {
      const key = `${owner}.${name}`
      if ((members.get(key)?.doc ?? "") === "") members.set(key, { owner, name, doc })
    }
  }
  return [...members.values()]
}

describe("every member of what is exported says what it means", () => {
  test.each(Object.entries(sources))("%s", (_, source) => {
    const silent = membersOf(TYPES + source.replace(/\.ts$/, ".d.ts")).filter(
      ({ owner, doc }) => doc === "" && EXPLAINED[owner] === undefined,
    )
    expect(silent.map(({ owner, name }) => `${owner}.${name}`)).toEqual([])
  })

  test("of types, constants and functions too, and however deep they stand", () => {
    const names = (entry: string) => membersOf(TYPES + entry).map(({ owner, name }) => `${owner}.${name}`)
    expect(names("emulator/kit/index.d.ts")).toEqual(
      expect.arrayContaining([
        "KitField.options.oId",
        "Target.advance.fired.affected",
        "checkInvariants.only",
        "KitFile.base64",
      ]),
    )
    expect(names("src/index.d.ts")).toEqual(expect.arrayContaining(["World.fork.from", "History.action.aId"]))
  })

  test.each(Object.entries(EXPLAINED))("%s gets its comments when it is packed", (_, path) => {
    const silent: string[] = []
    const meanings = meaningsOf({ api: openApiDocument({ version: "" }), control: { paths: {} } })
    explained(path, readFileSync(TYPES + path, "utf8"), meanings, (member) => silent.push(member))
    expect(silent).toEqual([])
  })
})

/** What operations take and answer in process, nested as it is: also what is not exported by its own name. */
const IN_PROCESS = ["src/answers", "src/operations"]

test.each(IN_PROCESS)("every member of an interface in %s says what it means, however deep it stands", (folder) => {
  const meanings = meaningsOf({ api: openApiDocument({ version: "" }), control: { paths: {} } })
  const files = readdirSync(TYPES + folder, { recursive: true, encoding: "utf8" }).filter((one) =>
    one.endsWith(".d.ts"),
  )
  expect(files.length).toBeGreaterThan(4)
  expect(
    files.flatMap((file) => {
      const path = `${folder}/${file}`
      return silentMembers(explained(path, readFileSync(TYPES + path, "utf8"), meanings)).map((one) => `${file} ${one}`)
    }),
  ).toEqual([])
})

/** The members of exported interfaces that nothing is said of; a table of answers by operation is explained by what it names. */
function silentMembers(text: string): string[] {
  const silent: string[] = []
  let owner = ""
  let isExplained = false
  for (const line of text.split("\n")) {
    const [, name] = /^export (?:declare )?interface (\w+)/.exec(line) ?? []
    const [, member] = /^\s+(?:readonly )?"?([\w-]+)"?\??:/.exec(line) ?? []
    if (name !== undefined) owner = name === "OperationAnswers" ? "" : name
    else if (line.startsWith("}")) owner = ""
    else if (member !== undefined && owner !== "" && !isExplained) silent.push(`${owner}.${member}`)
    isExplained = /^\s*(?:\/\*\*|\*)/.test(line)
  }
  return silent
}

test("what the kit calls as the wire does, it explains in the contract's words", () => {
  const words = membersOf(TYPES + (sources.testing ?? "").replace(/\.ts$/, ".d.ts")).filter(
    ({ owner, name }) => ["ConditionBody", "KeyUpdates"].includes(owner) && name.includes("_"),
  )
  expect(words.length).toBeGreaterThan(8)
  for (const { owner, name, doc } of words) expect([owner, name, doc]).toEqual([owner, name, meaningOf(owner, name)])
})
