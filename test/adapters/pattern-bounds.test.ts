import { execFile } from "node:child_process"
import { promisify } from "node:util"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { vmPatterns } from "../../emulator/adapters/index.ts"
import { forwardWork } from "../../emulator/adapters/pattern-work.ts"
import { hostilePatterns } from "./hostile-patterns.ts"

const node = new URL("../../dist/node.js", import.meta.url)

test("every pattern leaves the thread within its time, whatever the text is", async () => {
  const patterns = hostilePatterns(600)
  const attack = `
    import { vmPatterns } from ${JSON.stringify(node.href)}
    const patterns = vmPatterns()
    const held = []
    for (const pattern of ${JSON.stringify(patterns)}) {
      for (const length of [501, 20_000, 300_000]) {
        const began = process.cpuUsage()
        const found = patterns.find(pattern, ["a".repeat(length)])
        const { user, system } = process.cpuUsage(began)
        held.push({ ms: (user + system) / 1000, pattern, length, found })
      }
    }
    held.sort((left, right) => right.ms - left.ms)
    console.log(JSON.stringify({ worst: held[0], p99: held[Math.floor(held.length / 100)] }))`
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", attack], {
    timeout: 290_000,
  })
  const { worst, p99 } = JSON.parse(stdout)
  expect(worst.ms, stdout).toBeLessThan(1000)
  expect(p99.ms, stdout).toBeLessThan(100)
})

describe("the work of a pattern from left to right", () => {
  test.each([
    ["abc", 10, 4],
    ["a*", 10, 11],
    ["(?:a*)*", 10, 11],
    ["^(?=.*\\d)(?=.*[a-z]).{8,}$", 1000, 3003],
    // The group is entered once at each character and once at the end.
    ["(?:(?=a*)a)*", 10, 1 + 10 + 11 * 11],
    ["(?:(?=(?:(?=a*)a)*)a)*", 10, 1 + 10 + 11 * (1 + 10 + 11 * 11)],
    ["(?:(?=[a)(?:]*)a){3}", 10, 1 + 3 + 3 * 11],
    ["(?:(?=\\(\\[a)a){2,3}", 10, 1 + 3 + 3 * 4],
    ["(ab)(?:(?=\\1)a){5}", 100, 1 + 7 + 5 * 3],
    ["(?<twice>ab)(?:(?=\\k<twice>)a){5}", 100, 1 + 7 + 5 * 3],
    ["(?<!a*)b|(?<=c)d", 10, 1 + 2 + 11 + 2],
  ])("%s in %i characters is at most %i steps", (pattern, characters, work) => {
    expect(forwardWork(pattern, characters)).toBe(work)
  })

  test("never fails, whatever the pattern", async () => {
    const sign = fc.constantFrom(..."a.*+?()[]{}|\\1,<>=!:k^$", "(?=", "(?<n>", "\\k<n>", "{2,}")
    await fc.assert(
      fc.property(
        fc.array(sign).map((signs) => signs.join("")),
        (pattern) => {
          expect(forwardWork(pattern, 1000)).toBeGreaterThan(0)
        },
      ),
      { seed: 1 },
    )
  })

  test("usual patterns stay far below the limit", () => {
    for (const pattern of [
      "^(?=.*[A-Z])(?=.*[a-z])(?=.*\\d)(?=.*[^\\w\\s]).{8,}$",
      "(?:(?!-->)[\\s\\S])*-->",
      "(\\w+)\\s+\\1",
      "(?<!\\d)\\d{3}-\\d{4}(?!\\d)",
      "^(?!.*(?:foo|bar)).*$",
    ]) {
      expect([pattern, forwardWork(pattern, 300_000) <= 4_000_000]).toEqual([pattern, true])
    }
  })
})

test("no pattern is compiled that could take V8 for ever", () => {
  const patterns = vmPatterns({ limitMs: 10_000 })
  const OPTIONAL = ["a?", "(?:a|)", "a*", "a{0,1}", "[ab]?", "(a)??"]
  // One more than allowed. V8 needs at most a fifth of a second for it, so this test also ends without the bound, and then fails.
  for (const count of [25, 60]) {
    for (const part of OPTIONAL) {
      const found = patterns.find(`(${part.repeat(count)}${"a".repeat(count)})\\1`, ["x"])
      expect([count, part, found]).toEqual([count, part, "stopped"])
    }
  }
  expect(patterns.find(`(${"a?".repeat(20)})\\1\\?${"[?*]".repeat(40)}`, ["x"])).toEqual([false])
})
