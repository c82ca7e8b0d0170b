import { fileURLToPath } from "node:url"
import { describe, expect, test } from "vitest"
import { sources } from "../../scripts/entries.mjs"
import { readApi } from "./api-report.mjs"
import { membersIn } from "./members-in.ts"

const TYPES = fileURLToPath(new URL("../../dist/types/", import.meta.url))

/** Types whose properties are those of requests: their input schemas describe them. */
const DESCRIBED_AS_INPUT: readonly string[] = ["AccessKeyUpdates", "WriteOptions", "kinds"]

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
      ({ owner, doc }) => doc === "" && !DESCRIBED_AS_INPUT.includes(owner),
    )
    expect(silent.map(({ owner, name }) => `${owner}.${name}`)).toEqual([])
  })

  test("every member of types, constants and functions has a description, at any depth", () => {
    const names = (entry: string) => membersOf(TYPES + entry).map(({ owner, name }) => `${owner}.${name}`)
    expect(names("emulator/testing/kit/index.d.ts")).toEqual(
      expect.arrayContaining([
        "KitField.options.oId",
        "Target.advance.fired.affected",
        "checkInvariants.only",
        "KitFile.base64",
      ]),
    )
    expect(names("src/index.d.ts")).toEqual(expect.arrayContaining(["World.fork.from", "History.action.aId"]))
  })
})
