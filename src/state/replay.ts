import type { Change } from "./change.ts"
import type { State } from "./state.ts"
import { Tx } from "./tx.ts"

/** The state after the changes, in order, on the state they were made on: equal to the one they led to. */
export function replay(state: State, changes: readonly Change[]): State {
  const last = changes.at(-1)
  if (last === undefined) return state
  // One transaction for all: nobody sees the states in between.
  const tx = new Tx(state, last.at, "")
  for (const change of changes) redoPatches(tx, change)
  tx.setScalars(last.scalars)
  return tx.commit()
}

/** Does a change again on the state before it, for those who want to see it happen: its patches know what was there before. */
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
    else tx.put(table, after as never)
  }
}
