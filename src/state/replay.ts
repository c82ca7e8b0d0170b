import { withKnownParts } from "./known-parts.ts"
import type { Change, State } from "./state.ts"
import { Tx } from "./tx.ts"

/** Applies changes in order and returns the new state. `state` must be the state just before the first change. */
export function replay(state: State, changes: readonly Change[]): State {
  const last = changes.at(-1)
  if (last === undefined) return state
  // All changes are applied in one transaction, because the intermediate states are not needed.
  const tx = new Tx(state, last.at, "")
  for (const change of changes) redoPatches(tx, change)
  tx.setScalars(last.scalars)
  return tx.commit()
}

/** Applies one change to `state`. The patches of the returned change also contain the records before the change. */
export function redo(state: State, change: Change): { readonly state: State; readonly change: Change } {
  const tx = new Tx(state, change.at, "")
  redoPatches(tx, change)
  tx.setScalars(change.scalars)
  const { patches } = tx
  return { state: tx.commit(), change: { ...change, patches } }
}

function redoPatches(tx: Tx, { patches }: Change): void {
  for (const { table, id, after } of patches) {
    if (after === undefined) tx.remove(table, id)
    else tx.put(table, withKnownParts(after, tx.get(table, id)) as never)
  }
}
