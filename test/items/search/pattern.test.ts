import fc from "fast-check"
import { beforeAll, describe, expect, test } from "vitest"
import { vmPatterns } from "../../../emulator/adapters/index.ts"
import { linearPatterns, readPattern } from "../../../src/items/index.ts"
import { PacedPattern } from "../../../src/items/search/pace.ts"
import { DomainError } from "../../../src/model/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { hostileFixture, hostilePatterns } from "./hostile-patterns.ts"

beforeAll(() => linearPatterns.load())

describe("reading a pattern", () => {
  test.each([
    ["deal", "plain"],
    ["deal|offer|見積", "plain"],
    ["", "plain"],
    ["d.al", "linear"],
    ["[[:alpha:]]+\\d", "linear"],
    ["(?P<year>\\d{4})-\\Q(\\E", "linear"],
    ["\\Adeal\\z", "linear"],
    ["(?<!not )deal", "linear"],
    ["deal(?=s)", "guarded"],
    ["deal(?!s)", "guarded"],
    ["(.)\\1", "guarded"],
    ["(?P<a>.)(?P=a)", "guarded"],
    ["(", "invalid"],
    ["a++", "guarded"],
    ["(?>a)", "guarded"],
    ["a{1,2}+", "guarded"],
    ["\\++", "linear"],
    ["a{1001}", "invalid"],
    ["x".repeat(4001), "invalid"],
    ["(a{1000}){1000}", "invalid"],
    ["(((((a{30}){30}){30}){30}){30}){30}", "invalid"],
    ["[a-z]{900}".repeat(20), "invalid"],
  ])("%s is %s", (source, kind) => {
    expect(readPattern(source).kind).toBe(kind)
  })

  test("a long literal is found as a short one is, and watched", () => {
    const source = `${"a".repeat(1999)}b${"a".repeat(1999)}`
    const read = readPattern(source)
    if (read.kind !== "linear") throw new Error(read.kind)
    expect(read.test(`x${source.toUpperCase()}x`)).toBe(true)
    expect(read.test("a".repeat(3999))).toBe(false)
    expect(read.size).toBe(3999)
    expect(readPattern("x".repeat(256)).kind).toBe("plain")
  })

  test("a malformed one says why", () => {
    expect(readPattern("(a")).toEqual({ kind: "invalid", reason: "missing closing ): `(a`" })
  })

  test("reads anything without throwing", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: fc.constantFrom(..."(a|b)*+?{1,2}[^\\]d.$=!<") })),
        (source) => {
          expect(["plain", "linear", "guarded", "invalid"]).toContain(readPattern(source).kind)
        },
      ),
      { seed: 1, numRuns: 500 },
    )
  })

  test("agrees with the machine's own engine where both take a pattern", () => {
    const part = fc.constantFrom(
      "a",
      "b",
      ".",
      "[ab]",
      "[^a]",
      "(a|b)",
      "(ab)?",
      "a*",
      "b+",
      "x{1,3}",
      "\\d",
      "\\w",
      "^",
      "$",
      "|",
    )
    const pattern = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""))
    const text = fc.string({ unit: fc.constantFrom(..."abxAB1 -"), maxLength: 12 })
    fc.assert(
      fc.property(pattern, fc.array(text, { maxLength: 10 }), (source, texts) => {
        const read = readPattern(source)
        if (!("test" in read)) return
        const expression = new RegExp(source, "i")
        for (const one of texts) expect(read.test(one), `${source} in ${one}`).toBe(expression.test(one))
      }),
      { seed: 2, numRuns: 500 },
    )
  })
})

describe("keeping pace", () => {
  /** A pattern whose tests advance the clock by this many milliseconds per character. */
  const timed = (size: number, msACharacter: number) => {
    let now = 0
    const test = (text: string) => {
      now += text.length * msACharacter
      return text.endsWith("b")
    }
    return {
      paced: new PacedPattern({ size, test }, { now: () => now }),
      pause: (ms: number) => {
        now += ms
      },
      time: () => now,
    }
  }

  test("a fast pattern is never given up, however long the texts", () => {
    const { paced } = timed(100, 0.00001)
    for (let round = 0; round < 20; round += 1) {
      expect(paced.test(`${"a".repeat(100_000)}b`)).toBe(true)
      expect(paced.test("a".repeat(100_000))).toBe(false)
    }
  })

  test("the matcher gives up a slow pattern within 40 ms on a long text, and does not try it again", () => {
    for (const [size, ms] of [
      [1000, 0.06],
      [200, 0.012],
      [4000, 0.2],
    ] as const) {
      const { paced, time } = timed(size, ms)
      expect(paced.test("a".repeat(50_000))).toBeUndefined()
      expect(paced.test("short")).toBeUndefined()
      expect(time()).toBeLessThan(40)
    }
  })

  test("the matcher gives up a slow pattern within 40 ms on many short texts", () => {
    const { paced, time } = timed(500, 0.03)
    let tests = 0
    while (paced.test("some thirty characters or less") !== undefined) tests += 1
    expect(tests).toBeGreaterThan(2)
    expect(time()).toBeLessThan(40)
  })

  test("the matcher gives up a pattern that is slow in tiny steps by the sum of its steps", () => {
    for (const length of [30, 50_000]) {
      const { paced, time } = timed(900, 0.0026)
      let tests = 0
      while (tests < 5000 && paced.test("a".repeat(length)) !== undefined) tests += 1
      expect(tests).toBeLessThan(5000)
      expect(time()).toBeLessThan(30)
    }
  })

  test("the patterns of one search share their limit", () => {
    const cost = { worked: 0, explained: 0, untimed: 0 }
    const clock = { now: () => 0 }
    const slow = { size: 900, test: () => false }
    cost.worked = 20
    expect(new PacedPattern(slow, clock, cost).test("a")).toBeUndefined()
    cost.explained = 21
    expect(new PacedPattern(slow, clock, cost).test("a")).toBe(false)
  })

  test("other conditions of the search may take as long as they like", () => {
    for (const size of [14, 100, 600]) {
      const { paced, pause } = timed(size, 0.00001)
      for (let at = 0; at < 5000; at += 1) {
        pause(0.05)
        if (paced.test("thirty characters, about") === undefined) throw new Error(`given up at ${at} with size ${size}`)
      }
    }
  })

  test("pauses of the machine and other work are not held against a pattern", () => {
    const { paced, pause } = timed(50, 0.00001)
    for (let at = 0; at < 100_000; at += 1) {
      pause(at % 5000 === 0 ? 500 : 0.005)
      expect(paced.test("thirty characters, about")).toBe(false)
    }
  })
})

test("500 hostile patterns all end with a response: items, or a refusal that changes nothing", async () => {
  const world = await createWorld({ fixture: hostileFixture, ports: { patterns: vmPatterns({ limitMs: 5 }) } })
  const user = world.raw.as("ada@acme.test")
  const before = world.hash()
  let found = 0
  for (const pattern of hostilePatterns(500)) {
    try {
      const { totalItems } = await user.itemList({
        datastore: "D",
        conditions: [{ id: "T", searchValue: [pattern] }],
        returnCountOnly: true,
      })
      found += 1
      expect(totalItems).toBeGreaterThanOrEqual(0)
    } catch (error) {
      expect(error, pattern).toBeInstanceOf(DomainError)
      expect(error).toMatchObject({ code: "INVALID_VALUE" })
    }
  }
  expect(found).toBeGreaterThan(100)
  expect(world.hash()).toBe(before)
})
