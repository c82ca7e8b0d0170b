import { expect, test } from "vitest"
import { addOrdinal, emptyIdLayers, findOrdinal, type IdLayers } from "../../src/store/id-layers.ts"

/** IDs that a version keeps from being forgotten, whoever added them. */
const kept = (ids: IdLayers): number =>
  [ids.top, ...[...ids.sealed, ...(ids.sealing?.layers ?? [])].map((layer) => layer.map)].reduce(
    (sum, map) => sum + map.size,
    0,
  )

function add(from: IdLayers, length: number, count: number, name: string): IdLayers {
  let ids = from
  for (let number = 0; number < count; number += 1) ids = addOrdinal(ids, length + number, `${name}${number}`)
  return ids
}

test("a thousand versions made and dropped leave nothing behind but what the first one added", () => {
  const base = add(emptyIdLayers(), 0, 1000, "base")
  const before = kept(base)
  for (let fork = 0; fork < 1000; fork += 1) add(base, 1000, 10, `fork${fork} `)
  expect(kept(base)).toBeLessThanOrEqual(2 * before + 20)
  expect(findOrdinal(base, 1000, "fork0 0")).toBe(-1)
  expect(findOrdinal(base, 1000, "base999")).toBe(999)
})

test("what a dropped version added goes when the one it came from goes on", () => {
  let ids = add(emptyIdLayers(), 0, 10, "base")
  let length = 10
  for (let round = 0; round < 200; round += 1) {
    add(ids, length, 500, `dropped${round} `)
    ids = add(ids, length, 1, `kept${round} `)
    length += 1
  }
  expect(kept(ids)).toBeLessThan(2000)
  expect(findOrdinal(ids, length, "kept0 0")).toBe(10)
  expect(findOrdinal(ids, length, "dropped199 0")).toBe(-1)
})

test("many short versions in a row keep few layers", () => {
  let ids = add(emptyIdLayers(), 0, 5000, "base")
  for (let round = 0; round < 500; round += 1) {
    add(ids, 5000 + round, 1, `dropped${round} `)
    ids = add(ids, 5000 + round, 1, `kept${round} `)
  }
  expect(ids.sealed.length).toBeLessThanOrEqual(12)
})

test("layers that are merged once are merged for all versions that go on from the same one", () => {
  let base = add(emptyIdLayers(), 0, 600, "base")
  add(base, 600, 1, "dropped ")
  base = add(base, 600, 500, "more")
  add(base, 1100, 1, "first ")
  expect(add(base, 1100, 1, "second ").sealed).toBe(add(base, 1100, 1, "third ").sealed)
})
