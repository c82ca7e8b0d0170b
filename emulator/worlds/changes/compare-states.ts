import type { Patch } from "../../../src/state/change.ts"
import type { State } from "../../../src/state/state.ts"
import { keyOf, type TableName, type Tables } from "../../../src/state/tables.ts"

/**
 * What is different in `after`, a patch for each record. States that share tables are compared in the time that the other tables
 * take; records are values, so one that both hold is the same object or has been written since.
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

/** Worlds that were loaded apart hold equal records that are not the same object. */
const areEqual = (left: object | undefined, right: object): boolean =>
  left !== undefined && JSON.stringify(left) === JSON.stringify(right)
