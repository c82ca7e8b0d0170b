import { keyOf, type Patch, type SlotDifference, type State, type TableName, type Tables } from "../state/index.ts"

/**
 * Returns the differences between two states, one patch per changed record. Takes time for what differs: tables and nodes that both states
 * share are skipped.
 */
export const compareStates = (before: State, after: State): Patch[] =>
  differingSlots(before, after).flatMap(([name, slots]) => patchesOf(name, slots))

/** Returns the slots in which the tables of two states hold different objects. */
export function differingSlots(
  before: State,
  after: State,
): (readonly [name: TableName, slots: readonly SlotDifference<object>[]])[] {
  const names = new Set<TableName>([...before.tables.keys(), ...after.tables.keys()])
  return [...names].flatMap((name) => {
    const slots = before.tables.get(name).differencesTo(after.tables.get(name))
    return slots.length === 0 ? [] : [[name, slots] as const]
  })
}

function patchesOf<N extends TableName>(name: N, slots: readonly SlotDifference<object>[]): Patch[] {
  const idOf = (record: object) => keyOf(name, record as Tables[N])
  const old = new Map<string, object>()
  for (const { before } of slots) if (before !== undefined) old.set(idOf(before), before)
  const patches: Patch[] = []
  for (const { after } of slots) {
    if (after === undefined) continue
    const id = idOf(after)
    const before = old.get(id)
    old.delete(id)
    if (before !== after && !areEqual(before, after)) patches.push({ table: name, id, before, after })
  }
  for (const [id, before] of old) patches.push({ table: name, id, before, after: undefined })
  return patches
}

/** Compares records by content. Worlds that were loaded separately contain equal records as different objects. */
const areEqual = (left: object | undefined, right: object): boolean =>
  left !== undefined && JSON.stringify(left) === JSON.stringify(right)
