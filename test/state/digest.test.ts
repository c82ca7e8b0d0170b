import fc from "fast-check"
import { expect, test } from "vitest"
import { canonicalJson } from "../../src/state/index.ts"
import { digestHex, recordDigest } from "../../src/state/store/digest.ts"

const hex = (record: object) => digestHex(recordDigest(record))

test("values are digested alike exactly when their canonical JSON is the same", () => {
  const value = fc.jsonValue({ maxDepth: 3 })
  fc.assert(
    fc.property(value, value, (one, other) => {
      expect(hex({ one }) === hex({ one: other })).toBe(canonicalJson(one) === canonicalJson(other))
    }),
    { numRuns: 500, seed: 1 },
  )
})

test("the order of members and members that are undefined make no difference, the order of a list does", () => {
  expect(hex({ a: 1, b: [1, { c: null, d: "x" }] })).toBe(hex({ b: [1, { d: "x", c: null, e: undefined }], a: 1 }))
  expect(hex({ a: [1, 2] })).not.toBe(hex({ a: [2, 1] }))
  expect(hex({ a: "x", b: "y" })).not.toBe(hex({ a: "y", b: "x" }))
  expect(hex({ a: 1 })).not.toBe(hex({ a: "1" }))
  expect(hex({ a: null })).not.toBe(hex({ a: "null" }))
  expect(hex({ a: [] })).not.toBe(hex({ a: {} }))
  expect(hex({ a: "" })).not.toBe(hex({}))
})

test("many records that differ in little have as many digests, in each lane alone nearly so", () => {
  const records = Array.from({ length: 50_000 }, (_, number) => ({
    id: number.toString(16).padStart(24, "0"),
    revNo: 1,
  }))
  const digests = records.map(recordDigest)
  expect(new Set(digests.map(digestHex)).size).toBe(records.length)
  for (const lane of [0, 1]) expect(new Set(digests.map((digest) => digest[lane])).size).toBeGreaterThan(49_900)
})

test("is the same on every machine", () => {
  expect(hex({ title: "Grüße, 世界", list: [1, 2.5, true, null], nested: { a: "" } })).toMatchInlineSnapshot(
    `"01f85020e7aaf8a3"`,
  )
})
