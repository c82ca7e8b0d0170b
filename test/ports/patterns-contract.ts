import { describe, expect, test } from "vitest"
import type { Patterns } from "../../src/ports/index.ts"

export interface PatternTraits {
  /** Set if the adapter runs no patterns. */
  readonly refusesAll?: boolean
}

/**
 * The obligations of the port `Patterns`. An adapter's own test:
 *
 *     patternsContract("vm", vmPatterns())
 */
export function patternsContract(name: string, patterns: Patterns, { refusesAll = false }: PatternTraits = {}): void {
  describe(`Patterns: ${name}`, () => {
    if (refusesAll) {
      test.each(["(?=a)b", "(a)\\1", "("])("refuses %s", (pattern) => {
        expect(patterns.find(pattern, ["ab"])).toBe("refused")
      })
      return
    }

    test.each([
      ["a positive lookahead", "order(?=-\\d)", ["order-1", "order-x", "my ORDER-7"], [true, false, true]],
      ["a negative lookahead", "^(?!draft)", ["draft 1", "Draft 2", "final"], [false, false, true]],
      ["a lookbehind", "(?<=#)\\d+", ["#12", "12"], [true, false]],
      ["a backreference", "\\b(\\w+) \\1\\b", ["the the end", "the end"], [true, false]],
      ["a named backreference", "(?P<q>['\"]).*(?P=q)", ["say 'a'", "say 'a\""], [true, false]],
      ["letters of any script", "(?=\\p{L})日本", ["東京 日本", "東京"], [true, false]],
      ["escapes that need none", "(?=a\\-b)a\\-b\\:\\_", ["xa-b:_", "ab"], [true, false]],
      ["a possessive quantifier", "^a++b", ["AAB", "aac"], [true, false]],
      ["nothing that one gives back", "^a*+ab", ["aab", "b"], [false, false]],
      ["a counted one", "^\\d{2,3}+\\d$", ["123", "1234"], [false, true]],
      ["one of a class", "^[[(+]++x", ["([+x", "([+"], [true, false]],
      ["one of a group", "^(ab|a)?+b", ["ab", "abb"], [false, true]],
      ["an atomic group", "^(?>a|ab)c", ["abc", "ac"], [false, true]],
      ["one within another", "^(?>x(?>a|ab)|xab)c", ["xabc", "xac"], [false, true]],
      ["a backreference beside one", "^(?>b+)(a)\\1$", ["bbaa", "bba"], [true, false]],
      ["an escaped plus that is repeated", "(?=a)a\\++", ["a++", "a"], [true, false]],
      ["text anchors", "\\A(?=a)a\\z", ["a", "ba", "ab"], [true, false, false]],
    ] as const)("finds %s, ignoring case, anywhere", (_, pattern, texts, found) => {
      expect(patterns.find(pattern, texts)).toEqual(found)
    })

    test("answers as many flags as there are texts, none for none", () => {
      expect(patterns.find("(?=a)", [])).toEqual([])
    })

    test.each(["(?=a", "(a)\\1)", "(?=a)**", "(?>a", "a+++", "++", "(?>a)".repeat(31)])(
      "calls %s malformed",
      (pattern) => {
        expect(patterns.find(pattern, ["a"])).toBe("invalid")
      },
    )

    test.each(["(?=(a+)+$)b", "^(a*)*\\1b$", "^(?=(a|aa)+$)(a|aa)+b\\1$"])("stops %s", (pattern) => {
      expect(patterns.find(pattern, [`${"a".repeat(60)}!`, "a".repeat(60)])).toBe("stopped")
      expect(patterns.find("(?=b)", ["ab", "a"]), "and runs the next one as ever").toEqual([true, false])
    })
  })
}
