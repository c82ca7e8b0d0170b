import { beforeAll, describe, expect, test } from "vitest"
import { vmPatterns } from "../../../emulator/adapters/index.ts"
import type { Condition } from "../../../src/model/records/index.ts"
import { createWorld, type World } from "../../../src/world/index.ts"
import { find, idOf, SEARCH_FIXTURE, searchWorld } from "../../operations/items/search-world.ts"

let world: World

beforeAll(async () => {
  world = await searchWorld()
})

const ANN = "0000000000000000000000a1"
const BO = "0000000000000000000000b0"
const FIRST_TARGET = `${"0".repeat(22)}10`
const SECOND_TARGET = `${"0".repeat(22)}20`

type Leaf = [id: string, value: Condition["searchValue"], found: string, flags?: Partial<Condition>]
const exact = { exactMatch: true }

/** Rows of model.md section 11. In every row, item `e` is empty. */
const LEAVES: Record<string, Leaf[]> = {
  "text, exact": [
    ["Text", ["hello"], "b", exact],
    ["Text", ["Hello World"], "a", exact],
    ["Text", ["Hello"], "", exact],
    ["Text", ["hello", "a|b", "nothing"], "bd", exact],
    ["Long", ["a.b"], "b", exact],
    ["No", ["N-2"], "b", exact],
    ["No", ["N-"], "", exact],
  ],
  "text, pattern": [
    ["Text", ["hello"], "ab"],
    ["Text", ["HELLO"], "ab"],
    ["Text", ["^hello$"], "b"],
    ["Text", ["o w"], "a"],
    ["Text", ["world|日本"], "ac"],
    ["Text", ["world", "日本"], "ac"],
    ["Text", ["a\\|b"], "d"],
    ["Text", ["^h.*(o|d)$"], "ab"],
    ["Text", ["ü"], "c"],
    ["Text", ["[[:digit:]]"], ""],
    ["Text", ["\\Qa|b\\E"], "d"],
    ["Text", ["(?-i)hello"], "b"],
    ["Long", ["a.b"], "b"],
    ["Long", ["line$"], ""],
    ["Long", ["(?m)line$"], "a"],
    ["No", ["n-[12]$"], "ab"],
  ],
  number: [
    ["Num", ["2.5", "10"], "acd"],
    ["Num", ["２．５", "１ｅ１"], "acd"],
    ["Num", ["2.6", null], "ad"],
    ["Num", [null, "2.5"], "bc"],
    ["Num", ["", "2.5"], "bc"],
    ["Num", ["2.5"], "acd"],
    ["Num", ["10"], "ad", exact],
    ["Num", ["1e1"], "ad", exact],
    ["Num", ["10", null], "ad", exact],
    ["Num", ["2.5", "10"], "acd", exact],
    ["Num", ["0x0a", " 10 "], "ad"],
    ["Num", ["3", "2"], ""],
    ["Twice", ["-10", "-10"], "b"],
    ["Twice", ["20"], "ad", exact],
  ],
  "datetime, date, time": [
    ["At", ["2026-03-10T00:00:00Z", "2026-03-10T23:59:59.999Z"], "ab"],
    ["At", ["2026-03-10T00:00:00.001Z", null], "bc"],
    ["At", [null, "2025-12-31T23:59:59Z"], "d"],
    ["At", ["2026-03-10T09:00:00+09:00", "2026-03-10T09:00:00+09:00"], "a"],
    ["At", ["TODAY", "TODAY"], "ab"],
    ["At", ["TODAY", null], "abc"],
    ["At", [null, "TODAY"], "abd"],
    ["Day", ["2026-03-09T00:00:00Z", "2026-03-10T00:00:00Z"], "ab"],
    ["Day", ["2026-03-10", "2026-03-10"], "a"],
    ["Day", ["TODAY"], "ac"],
    ["Clock", ["10:00", "23:30:14"], "a"],
    ["Clock", ["10:00:01", null], "b"],
    ["Clock", [null, "00:00"], "c"],
    ["Clock", ["2020-01-01T10:00:00Z", "2020-01-01T10:00:00Z"], "a"],
  ],
  "select, radio, checkbox, users, status, dslookup": [
    ["Pick", ["p1"], "ad"],
    ["Pick", ["p2"], "b"],
    ["Pick", ["opt-2"], "b"],
    ["Pick", ["p1", "p2"], "abd"],
    ["Pick", ["Zulu"], ""],
    ["Pick", ["p1"], "ad", exact],
    ["Radio", ["r1"], "b"],
    ["Tags", ["t1"], "ac"],
    ["Tags", ["t2", "t3"], "ab"],
    ["People", [ANN], "ab"],
    ["People", [BO], "b"],
    ["People", ["ann@x.test"], ""],
    ["Status", ["s1"], "cd"],
    ["Status", ["s2", "s3"], "abe"],
    ["Look", [FIRST_TARGET], "a"],
    ["Look", [FIRST_TARGET, SECOND_TARGET], "ab"],
    ["Look", ["zeta"], ""],
  ],
  file: [
    ["Files", ["report"], "a"],
    ["Files", ["\\.(png|pdf)$"], "ab"],
    ["Files", ["notes.txt"], "b"],
    ["Files", ["^png"], ""],
  ],
  "system names": [
    ["i_id", [idOf("c"), idOf("a"), "nothing"], "ac"],
    ["created_by", [BO], "b"],
    ["created_by", [ANN, BO], "abcde"],
    ["updated_by", [BO], "ab"],
    ["created_at", ["2026-03-02T00:00:00Z", "2026-03-03T00:00:00Z"], "cd"],
    ["updated_at", ["2026-03-09T00:00:00Z", null], "a"],
    ["created_at", ["TODAY", null], ""],
    ["rev_no", ["3", "7"], "ab"],
    ["rev_no", ["7"], "b", exact],
    ["unread", ["1", null], ""],
    ["unread", [null, "0"], "abcde"],
    ["title", ["^hello"], "ab"],
    ["title", ["hello"], "b", exact],
    ["status_id", ["s1"], "cd"],
  ],
}

describe.each(Object.entries(LEAVES))("%s", (_, leaves) => {
  test.each(leaves)("%s %j finds %s", async (id, searchValue, found, flags = {}) => {
    const condition = { id, searchValue, ...flags } as Condition
    expect(await find(world, [condition])).toBe(found)
  })

  test.each(leaves)("%s %j turned round finds all but %s", async (id, searchValue, found, flags = {}) => {
    const condition = { id, searchValue, ...flags, notMatch: true } as Condition
    expect(await find(world, [condition])).toBe("abcde".replaceAll(new RegExp(`[${found || " "}]`, "g"), ""))
  })
})

describe("empty values and empty search values", () => {
  const FIELDS: [id: string, filled: string][] = [
    ["Text", "abcd"],
    ["Long", "ab"],
    ["Num", "abcd"],
    ["Twice", "abcd"],
    ["No", "abcd"],
    ["At", "abcd"],
    ["Day", "abc"],
    ["Clock", "abc"],
    ["Pick", "abd"],
    ["Radio", "ab"],
    ["Tags", "abc"],
    ["People", "ab"],
    ["Files", "ab"],
    ["Look", "ab"],
    ["Status", "abcde"],
    ["title", "abcd"],
  ]

  test.each(FIELDS)("%s is filled in %s", async (id, filled) => {
    const others = "abcde".replaceAll(new RegExp(`[${filled}]`, "g"), "")
    for (const searchValue of [[], [""], [null], [null, null], ["", ""], undefined]) {
      const value = searchValue === undefined ? {} : { searchValue }
      expect(await find(world, [{ id, ...value }]), "no restriction").toBe("abcde")
      expect(await find(world, [{ id, ...value, includeNull: true }]), "only empties").toBe(others)
      expect(await find(world, [{ id, ...value, includeNull: true, notMatch: true }]), "empties, too").toBe("abcde")
      expect(await find(world, [{ id, ...value, notMatch: true }]), "no restriction to turn round").toBe("abcde")
    }
  })

  test.each([
    ["Text", ["hello"], "abe"],
    ["Num", ["10", "10"], "ade"],
    ["At", ["TODAY", "TODAY"], "abe"],
    ["Pick", ["p2"], "bce"],
    ["Tags", ["t3"], "bde"],
    ["Files", ["report"], "acde"],
    ["Look", [SECOND_TARGET], "bcde"],
  ])("include_null adds the empty ones: %s", async (id, searchValue, found) => {
    expect(await find(world, [{ id, searchValue, includeNull: true }])).toBe(found)
  })

  test("not_match with include_null keeps the empty ones, as with either of the two", async () => {
    const negated = (rest: Partial<Condition>) => find(world, [{ id: "Text", notMatch: true, ...rest }])
    expect(await negated({ searchValue: ["hello"], includeNull: true })).toBe("cde")
    expect(await negated({ searchValue: ["hello"] })).toBe("cde")
    expect(await negated({ searchValue: [], includeNull: true })).toBe("abcde")
  })
})

const text = (...patterns: string[]): Condition => ({ id: "Text", searchValue: patterns })

describe("groups", () => {
  const num: Condition = { id: "Num", searchValue: ["10", "10"] }

  test("the top level is AND, or OR when asked", async () => {
    expect(await find(world, [text("hello"), num])).toBe("a")
    expect(await find(world, [text("hello"), num], { useOrCondition: true })).toBe("abd")
    expect(await find(world, [])).toBe("abcde")
    expect(await find(world, [], { useOrCondition: true })).toBe("abcde")
  })

  test("groups nest, each AND unless it says OR", async () => {
    const or = { conditions: [text("日本"), num], useOrCondition: true }
    expect(await find(world, [or])).toBe("acd")
    expect(await find(world, [or, { conditions: [text("a"), num] }])).toBe("d")
    expect(await find(world, [{ conditions: [or, { conditions: [text("hello")] }], useOrCondition: true }])).toBe(
      "abcd",
    )
    expect(await find(world, [{ conditions: [] }, text("日本")])).toBe("c")
  })

  test("not_match on a group negates the group", async () => {
    const negated = (conditions: Condition[], rest: Partial<Condition> = {}) => ({
      conditions,
      notMatch: true,
      ...rest,
    })
    expect(await find(world, [negated([text("hello"), num])])).toBe("bcde")
    expect(await find(world, [negated([text("hello"), num], { useOrCondition: true })])).toBe("ce")
    expect(await find(world, [negated([negated([text("hello")])])])).toBe("ab")
    expect(await find(world, [{ conditions: [negated([text("hello")]), num] }])).toBe("d")
    // A condition without restrictions matches everything, also when negated, on a group as on a leaf.
    expect(await find(world, [negated([]), text("日本")])).toBe("c")
    expect(await find(world, [negated([{ id: "Num", searchValue: [] }])])).toBe("abcde")
    // An index must not narrow down a negated condition.
    expect(await find(world, [negated([{ id: "i_id", searchValue: [idOf("a")] }])])).toBe("bcde")
  })

  test("a leaf without restriction fits everything, also within OR", async () => {
    expect(await find(world, [{ id: "Num", searchValue: [] }, text("日本")], { useOrCondition: true })).toBe("abcde")
  })

  test("three and more of a kind", async () => {
    expect(await find(world, [text("h"), text("e"), text("w")])).toBe("a")
    expect(await find(world, [text("world"), text("日本"), text("\\|")], { useOrCondition: true })).toBe("acd")
  })
})

describe("what is refused", () => {
  test.each([
    ["an unknown ID", { id: "Nothing", searchValue: ["a"] }, "INVALID_PARAMS"],
    ["an ID that a type knows and the datastore does not", { id: "w_id", searchValue: ["a"] }, "INVALID_PARAMS"],
    ["a label", { id: "Label", searchValue: ["a"] }, "INVALID_PARAMS"],
    ["neither ID nor group", { searchValue: ["a"] }, "INVALID_PARAMS"],
    ["an unknown ID in a group", { conditions: [{ id: "Nothing" }] }, "INVALID_PARAMS"],
    ["a bound that is no number", { id: "Num", searchValue: ["ten"] }, "INVALID_PARAMS"],
    ["a bound that is no instant", { id: "At", searchValue: [null, "yesterday"] }, "INVALID_PARAMS"],
    ["a bound that is no day", { id: "Day", searchValue: ["2026-02-30"] }, "INVALID_PARAMS"],
    ["a bound that is no time", { id: "Clock", searchValue: ["25:00"] }, "INVALID_PARAMS"],
    ["a malformed pattern", { id: "Text", searchValue: ["(a"] }, "INVALID_VALUE"],
    ["one malformed pattern of two", { id: "Text", searchValue: ["a", "*"] }, "INVALID_VALUE"],
    ["a malformed pattern for a title", { id: "title", searchValue: ["["] }, "INVALID_VALUE"],
    ["a malformed pattern for file names", { id: "Files", searchValue: ["a{2,1}"] }, "INVALID_VALUE"],
    ["lookaround without a guard", { id: "Text", searchValue: ["(?=a)b"] }, "INVALID_VALUE"],
  ])("%s", async (_, condition, code) => {
    const before = world.hash()
    await expect(find(world, [condition as Condition])).rejects.toMatchObject({ code })
    expect(world.hash()).toBe(before)
  })

  test("the search refuses more than 1,000 conditions, at any depth, and values of one leaf are no more conditions", async () => {
    const many = Array.from({ length: 1001 }, () => ({ id: "Num", searchValue: ["1"] }))
    await expect(find(world, many)).rejects.toMatchObject({ code: "INVALID_PARAMS" })
    expect(await find(world, many.slice(1))).toBe("acd")
    const grouped = [{ conditions: many.slice(0, 500) }, { conditions: many.slice(0, 499) }]
    await expect(find(world, grouped)).rejects.toMatchObject({ code: "INVALID_PARAMS" })
    expect(await find(world, [...many.slice(2), text("l", "x")])).toBe("a")
  })

  test("more patterns than anybody needs, however few conditions hold them", async () => {
    const patterns = Array.from({ length: 51 }, (_, at) => `world|${at}`)
    const refused = { code: "INVALID_PARAMS" }
    await expect(find(world, [text(...patterns)])).rejects.toMatchObject(refused)
    await expect(find(world, [text("a"), { id: "Files", searchValue: patterns.slice(1) }])).rejects.toMatchObject(
      refused,
    )
    expect(await find(world, [text(...patterns.slice(1))])).toBe("a")
    expect(await find(world, [{ id: "Text", searchValue: [...patterns, "Hello World"], exactMatch: true }])).toBe("a")
  })
})

describe("patterns that only a guarded matcher runs", () => {
  test.each([
    ["Text", "hello(?= world)", "a"],
    ["Text", "^(?!hello)", "cd"],
    ["Text", "(l)\\1", "ab"],
    ["Text", "(?<=hello )world", "a"],
    ["title", "hello(?= world)", "a"],
    ["Files", "^(?!photo).*\\.(?=txt)", "b"],
  ])("%s %s finds %s", async (id, pattern, found) => {
    const guarded = await createWorld({ fixture: SEARCH_FIXTURE, ports: { patterns: vmPatterns({ limitMs: 250 }) } })
    expect(await find(guarded, [{ id, searchValue: [pattern] }])).toBe(found)
  })

  test("a stopped pattern is refused", async () => {
    const slow = await createWorld({ fixture: SEARCH_FIXTURE, ports: { patterns: { find: () => "stopped" } } })
    await expect(find(slow, [{ id: "Text", searchValue: ["(?=(a+)+$)b"] }])).rejects.toMatchObject({
      code: "INVALID_VALUE",
    })
  })

  test("none is begun once those before it have taken long enough", async () => {
    let now = 0
    let asked = 0
    const patterns = {
      find: (_: string, texts: readonly string[]) => {
        asked += 1
        now += 15
        return texts.map(() => true)
      },
    }
    const slow = await createWorld({ fixture: SEARCH_FIXTURE, ports: { patterns, wallClock: { now: () => now } } })
    const search = (count: number) =>
      find(
        slow,
        Array.from({ length: count }, () => text("(?=l)")),
      )
    await expect(search(2)).resolves.toBe("abcd")
    await expect(search(3)).rejects.toMatchObject({ code: "INVALID_VALUE" })
    expect(asked).toBe(4)
  })

  test("it is asked once a search, for the texts of visible items only", async () => {
    const asked: (readonly string[])[] = []
    const find = (_: string, texts: readonly string[]) => {
      asked.push(texts)
      return texts.map(() => true)
    }
    const spied = await createWorld({ fixture: SEARCH_FIXTURE, ports: { patterns: { find } } })
    await spied.raw
      .as("bo@x.test")
      .itemList({ datastore: "DATA", conditions: [{ id: "Text", searchValue: ["(?=l)"] }] })
    expect(asked).toEqual([["Hello World", "hello"]])
  })
})
