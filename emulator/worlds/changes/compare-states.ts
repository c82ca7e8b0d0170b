import { keyOf, type Patch, type State, type TableName, type Tables } from "../../../src/state/index.ts"

/**
 * Returns the differences between two states, one patch per changed record. Skips tables that both states share, and
 * records that are the same object in both: records are immutable, so these have not changed.
 */
export function compareStates(before: State, after: State): Patch[] {
  const names = new Set<TableName>([...before.tables.keys(), ...after.tables.keys()])
  return [...names].flatMap((name) => compareTables(name, before, after))
}

function compareTables<N extends TableName>(name: N, { tables: left }: State, { tables: right }: State): Patch[] {
  const before = left.get(name)
  const after = right.get(name)
  if (before === after) return []
  const patches: Patch[] = []
  const idOf = (record: object) => keyOf(name, record as Tables[N])
  after?.forEach((record) => {
    const id = idOf(record)
    const old = before?.get(id)
    if (old !== record && !areEqual(old, record)) patches.push({ table: name, id, before: old, after: record })
  })
  before?.forEach((record) => {
    const id = idOf(record)
    if (after?.get(id) === undefined) patches.push({ table: name, id, before: record, after: undefined })
  })
  return patches
}

/** Compares records by content. Worlds that were loaded separately contain equal records as different objects. */
const areEqual = (left: object | undefined, right: object): boolean =>
  left !== undefined && JSON.stringify(left) === JSON.stringify(right)
