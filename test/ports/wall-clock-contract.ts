import { describe, expect, test } from "vitest"
import type { WallClock } from "../../src/ports/index.ts"

/** Contract tests of the port `WallClock`. */
export function wallClockContract(name: string, make: () => WallClock): void {
  describe(`WallClock: ${name}`, () => {
    test("tells whole milliseconds since 1970 that Date can show", () => {
      const now = make().now()
      expect(Number.isSafeInteger(now)).toBe(true)
      expect(new Date(now).toISOString()).toMatch(/^\d{4}-/)
    })
  })
}
