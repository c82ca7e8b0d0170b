import { createHash } from "node:crypto"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Blobs, retain } from "../../src/ports/index.ts"

/** Contract tests of the port `Blobs`. */
export function blobsContract(name: string, make: () => Blobs): void {
  describe(`Blobs: ${name}`, () => {
    test("gives back what was put, under the SHA-256 of the bytes", () => {
      const blobs = make()
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
          const key = blobs.put(bytes)
          expect(key).toBe(createHash("sha256").update(bytes).digest("hex"))
          expect(blobs.get(key)).toEqual(bytes)
          expect(blobs.put(Uint8Array.from(bytes))).toBe(key)
        }),
        { seed: 1 },
      )
    })

    test("knows nothing of what was never put", () => {
      const blobs = make()
      for (const key of ["", "0".repeat(64), "__proto__", "constructor", "../../etc/passwd"]) {
        expect(blobs.get(key)).toBeUndefined()
      }
    })

    test("keeps empty and large blobs", () => {
      const blobs = make()
      const large = new Uint8Array(3 * 1024 * 1024).fill(7)
      expect(blobs.get(blobs.put(new Uint8Array()))).toEqual(new Uint8Array())
      const key = blobs.put(large)
      expect(key).toBe(createHash("sha256").update(large).digest("hex"))
      expect(blobs.get(key)?.length).toBe(large.length)
    })

    test("keeps what is retained until it is released, however long that takes", () => {
      const blobs = make()
      const bytesOf = (text: string) => new TextEncoder().encode(text)
      const keyOf = (text: string) => createHash("sha256").update(text).digest("hex")
      const before = blobs.put(bytesOf("before"))
      const named = [blobs.put(bytesOf("named"))]
      const retained = retain(blobs, [named])
      retained.put(bytesOf("put"))
      retained.get(before)
      retained.get(keyOf("never put"))
      const all = ["before", "named", "put"].map(keyOf)
      for (let round = 0; round < 3; round += 1) blobs.sweep?.()
      expect(all.map((key) => blobs.get(key))).toEqual(["before", "named", "put"].map(bytesOf))
      const other = retain(blobs, [[before]])
      retained.release()
      retained.release()
      retained.put(bytesOf("put"))
      blobs.sweep?.()
      expect(all.map((key) => blobs.get(key) !== undefined)).toEqual([true, false, false])
      other.release()
      blobs.sweep?.()
      expect(blobs.get(before)).toBeUndefined()
    })
  })
}
