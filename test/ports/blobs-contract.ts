import { createHash } from "node:crypto"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type BlobList, type Blobs, keysOf, missingBlobs, type RetainedBlobs, retain } from "../../src/ports/index.ts"

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

    test("returns the keys that have no bytes, whatever was stored, released and swept before", () => {
      const bytesOf = (number: number) => Uint8Array.of(number)
      const keys = Array.from({ length: 8 }, (_, number) => createHash("sha256").update(bytesOf(number)).digest("hex"))
      const { list } = fc.letrec<{ list: BlobList; part: string | BlobList }>((tie) => ({
        list: fc.array(tie("part"), { maxLength: 4 }),
        part: fc.oneof({ maxDepth: 3 }, fc.constantFrom(...keys), tie("list")),
      }))
      const act = fc.record({
        what: fc.constantFrom("put", "own", "release", "retain", "end", "sweep", "missing"),
        number: fc.nat(7),
      })
      fc.assert(
        fc.property(fc.array(list, { minLength: 1, maxLength: 4 }), fc.array(act, { maxLength: 30 }), (lists, acts) => {
          const blobs = make()
          const owners: object[] = []
          const views: RetainedBlobs[] = []
          for (const { what, number } of acts) {
            const names = [lists[number % lists.length] as BlobList]
            if (what === "put") blobs.put(bytesOf(number))
            else if (what === "own") {
              owners.push({ number })
              blobs.retainedBy?.(owners.at(-1) as object, () => names)
            } else if (what === "release") blobs.release?.(owners.pop() ?? {})
            else if (what === "retain") views.push(retain(blobs))
            else if (what === "end") views.pop()?.release()
            else if (what === "sweep") blobs.sweep?.()
            const asked = views.at(-1) ?? blobs
            const lost = [...keysOf(names, new Set())].filter((key) => blobs.get(key) === undefined)
            expect([...new Set(missingBlobs(asked, names))].sort()).toEqual([...new Set(lost)].sort())
          }
        }),
        { seed: 1, numRuns: 300 },
      )
    })

    test("retains the blobs of lists whose missing keys a view was asked for", () => {
      const blobs = make()
      const bytes = new TextEncoder().encode("listed")
      const names = [[[blobs.put(bytes)]]]
      const view = retain(blobs)
      expect(missingBlobs(view, names)).toEqual([])
      blobs.sweep?.()
      expect(blobs.get(names[0]?.[0]?.[0] as string)).toEqual(bytes)
      view.release()
    })
  })
}
