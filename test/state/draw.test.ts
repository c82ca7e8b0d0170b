import * as fc from "fast-check"
import { customRandom } from "nanoid"
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus"
import { describe, expect, test } from "vitest"
import { drawId, drawText } from "../../src/state/draw.ts"

/** nanoid over a stream: four bytes of each word, the lowest first. */
function nanoid(alphabet: string, length: number, seed: number) {
  const random = xoroshiro128plus(seed)
  return customRandom(alphabet, length, (size) => {
    const words = Array.from({ length: Math.ceil(size / 4) }, () => random.next())
    return Uint8Array.from({ length: size }, (_, at) => (words[Math.floor(at / 4)] ?? 0) >>> (8 * (at % 4)))
  })
}

describe("what is drawn from the world's stream", () => {
  test("is what nanoid makes of it: IDs of 24 hex digits", async () => {
    await fc.assert(
      fc.property(fc.integer(), (seed) => {
        const [random, expected] = [xoroshiro128plus(seed), nanoid("0123456789abcdef", 24, seed)]
        for (let count = 0; count < 5; count += 1) expect(drawId(random)).toBe(expected())
      }),
      { seed: 6 },
    )
  })

  test("and texts of any length", async () => {
    const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    await fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 100 }), (seed, length) => {
        expect(drawText(xoroshiro128plus(seed), length)).toBe(nanoid(alphabet, length, seed)())
      }),
      { seed: 7 },
    )
  })

  test("stays as it was: a seed gives the same texts in every version", () => {
    const random = xoroshiro128plus(7)
    expect([drawId(random), drawText(random, 22), drawId(random)]).toMatchInlineSnapshot(`
      [
        "24b07b870207004787f6fff8",
        "yYpNfTfRHEeg0V7L1O0w1y",
        "d47820382b5c3aee20137d30",
      ]
    `)
  })
})
