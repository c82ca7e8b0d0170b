import { expect, test } from "vitest"
import { drawNumber, formatAutoNumber, lastIssued, numberIn, setCounter } from "../../../src/fields/index.ts"
import type { FId } from "../../../src/model/index.ts"
import type { AutonumSettings } from "../../../src/model/records/index.ts"
import { Tx } from "../../../src/state/index.ts"
import { smallWorld } from "../../sample-worlds/small.ts"

const field = (autonum: AutonumSettings["autonum"]) => ({ fId: "f".repeat(24) as FId, autonum })
const paddedField = field({ prefix: "INV-", zeroPadding: true, digit: 4 })
const plain = field({ prefix: "INV-", zeroPadding: false, digit: 4 })

const start = async () => {
  const world = await smallWorld()
  return new Tx(world.state, world.now, world.baseUrl)
}

test("prefix, branch and number, padded only when the field or the caller says so, never cut", () => {
  expect(formatAutoNumber(paddedField, 12)).toBe("INV-0012")
  expect(formatAutoNumber(paddedField, 12, "TKY_")).toBe("INV-TKY_0012")
  expect(formatAutoNumber(plain, 12)).toBe("INV-12")
  expect(formatAutoNumber(paddedField, 123456)).toBe("INV-123456")
  expect(formatAutoNumber(plain, 12, "", { zeroPadding: true, digit: 6 })).toBe("INV-000012")
  expect(formatAutoNumber(paddedField, 12, "", { zeroPadding: false })).toBe("INV-12")
  expect(formatAutoNumber(paddedField, 12, "", { digit: 2 })).toBe("INV-12")
})

test("the first draw is 1; every branch counts for itself, and only named branches have to be made", async () => {
  const tx = await start()
  const { fId } = paddedField
  expect([lastIssued(tx, fId, null), lastIssued(tx, fId, ""), lastIssued(tx, fId, "KYO")]).toEqual([0, 0, undefined])
  expect([drawNumber(tx, fId, null), drawNumber(tx, fId, null), drawNumber(tx, fId, "")]).toEqual([1, 2, 1])
  expect(drawNumber(tx, fId, "KYO")).toBe(1)
  expect(lastIssued(tx, fId, "KYO")).toBe(1)
  setCounter(tx, fId, null, 41)
  expect(drawNumber(tx, fId, null)).toBe(42)
})

test("a rolled-back draw never happened", async () => {
  const tx = await start()
  const savepoint = tx.savepoint()
  drawNumber(tx, paddedField.fId, null)
  tx.rollback(savepoint)
  expect(drawNumber(tx, paddedField.fId, null)).toBe(1)
})

test("the number of a text is what the field could have drawn from its display counter", () => {
  expect(numberIn(paddedField, "INV-0007")).toBe(7)
  expect(numberIn(plain, "INV-12")).toBe(12)
  for (const foreign of ["OTHER-99", "INV-9x", "INV-", "INV-TKY_7", `INV-${"9".repeat(16)}`]) {
    expect(numberIn(paddedField, foreign), foreign).toBe(0)
  }
})
