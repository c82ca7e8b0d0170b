import { expect, test } from "vitest"
import { writeFixture } from "../../emulator/control/index.ts"
import type { Fixture } from "../../src/fixtures/index.ts"
import { createWorld, dumpFixture } from "../../src/world/index.ts"
import { smallFixture } from "../sample-worlds/small.ts"

test("a fixture is written as JSON, up to the limit in bytes and no further", async () => {
  const fixture = dumpFixture(await createWorld({ fixture: smallFixture }))
  const text = writeFixture(fixture)
  expect(JSON.parse(text)).toEqual(fixture)
  const size = new TextEncoder().encode(text).length
  expect(size).toBeGreaterThan(text.length)
  expect(writeFixture(fixture, size)).toBe(text)
  expect(() => writeFixture(fixture, size - 1)).toThrow(/larger than .* MiB, the maximum of an import/)
})

test("the reader refuses a fixture that is longer than a text can be", () => {
  const tooLong = {
    toJSON() {
      throw new RangeError("Invalid string length")
    },
  }
  expect(() => writeFixture(tooLong as unknown as Fixture)).toThrow(/larger than 500 MiB/)
})
