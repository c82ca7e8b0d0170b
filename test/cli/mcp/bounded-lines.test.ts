import fc from "fast-check"
import { afterEach, describe, expect, test, vi } from "vitest"
import { BoundedLines } from "../../../emulator/cli/serve/bounded-lines.ts"

const MIB = 1_048_576

afterEach(() => void vi.restoreAllMocks())

function lines(most: number) {
  const told: (string | null)[] = []
  const reader = new BoundedLines(most, { line: (text) => told.push(text), tooLong: () => told.push(null) })
  return { reader, told }
}

describe("lines of what comes in parts", () => {
  test("are the same however the input is cut, and a line beyond the limit is reported once, in its place", () => {
    const line = fc.string({ unit: "binary", maxLength: 12 }).map((text) => text.replaceAll(/[\r\n]/g, "é"))
    const cuts = fc.infiniteStream(fc.integer({ min: 0, max: 9 }))
    fc.assert(
      fc.property(fc.array(line), fc.array(line), cuts, (all, rest, sizes) => {
        const { reader, told } = lines(16)
        const bytes = Buffer.from([...all.map((one) => `${one}\n`), rest.join("").slice(0, 4)].join(""))
        for (let from = 0; from < bytes.length; ) {
          const size = sizes.next().value ?? 1
          reader.take(bytes.subarray(from, from + size))
          from += size
        }
        expect(told).toEqual(all.map((one) => (Buffer.byteLength(one) > 16 ? null : one)))
        expect(reader.memory).toBeLessThanOrEqual(16)
      }),
      { numRuns: 100, seed: 1 },
    )
  })

  test("a line's end may be CRLF", () => {
    const { reader, told } = lines(8)
    for (const part of ["a\r\nb", "c\r", "\n\r\n"]) reader.take(Buffer.from(part))
    expect(told).toEqual(["a", "bc", ""])
  })

  test("take memory and copies in proportion to a line, and nothing of a line beyond the limit is stored", () => {
    const made = vi.spyOn(Buffer, "allocUnsafe")
    const { reader, told } = lines(MIB)
    const part = Buffer.alloc(1000, "a")
    for (let sent = 0; sent + part.length <= MIB; sent += part.length) reader.take(part)
    expect(reader.memory).toBeLessThanOrEqual(MIB)
    const allocated = made.mock.calls.reduce((sum, [size]) => sum + size, 0)
    expect(allocated).toBeLessThanOrEqual(2 * MIB)
    made.mockClear()
    for (let sent = 0; sent < 10 * MIB; sent += part.length) {
      reader.take(part)
      if (told.length > 0) expect(reader.memory).toBe(0)
    }
    reader.take(Buffer.from("\nnext\n"))
    expect(told).toEqual([null, "next"])
    expect(made).not.toHaveBeenCalled()
    expect(reader.memory).toBe(0)
  })
})
