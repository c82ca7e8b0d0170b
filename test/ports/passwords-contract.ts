import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Passwords } from "../../src/ports/index.ts"

const password = fc.string({ unit: "binary", minLength: 1 })
const salt = fc.stringMatching(/^[0-9A-Za-z]{16}$/)

/** Contract tests of the port `Passwords`. `earlier` is the same adapter with other settings. Its hashes remain valid. */
export function passwordsContract(name: string, make: () => Passwords, earlier: readonly Passwords[] = []): void {
  describe(`Passwords: ${name}`, () => {
    const passwords = make()

    test("a hash belongs to its password and to no other", () => {
      fc.assert(
        fc.property(password, password, salt, (one, other, grain) => {
          const hash = passwords.hash(one, grain)
          expect(passwords.verify(one, hash)).toBe(true)
          expect(passwords.verify(other, hash)).toBe(one === other)
        }),
        { numRuns: 40, seed: 1 },
      )
    })

    test("the same password and salt have the same hash, another salt another", () => {
      const hash = passwords.hash("secret", "0123456789abcdef")
      expect(passwords.hash("secret", "0123456789abcdef")).toBe(hash)
      expect(passwords.hash("secret", "0123456789abcdeF")).not.toBe(hash)
    })

    test("a hash does not show the password and is one line of plain text", () => {
      const hash = passwords.hash("correct horse battery staple", "0123456789abcdef")
      expect(hash).toMatch(/^[\x21-\x7e]+$/)
      expect(hash).not.toContain("horse")
    })

    test("a foreign text is no match and no error", () => {
      const hash = passwords.hash("secret", "0123456789abcdef")
      for (const foreign of ["", "secret", hash.slice(0, -1), `${hash}0`, hash.toUpperCase(), "$2b$10$abc", "\u0000"]) {
        expect(passwords.verify("secret", foreign)).toBe(false)
        expect(passwords.isHash(foreign), foreign).toBe(false)
      }
      expect(passwords.isHash(hash)).toBe(true)
    })

    test.each(earlier.map((other, at) => [at, other] as const))("hashes of configuration %i stay good", (_, other) => {
      const hash = other.hash("secret", "0123456789abcdef")
      expect(passwords.verify("secret", hash)).toBe(true)
      expect(passwords.isHash(hash)).toBe(true)
    })
  })
}
