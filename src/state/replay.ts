import type { Change } from "./change.ts"
import type { State } from "./state.ts"
import { Tx } from "./tx.ts"

/** The state after the changes, in order, on the state they were made on: equal to the one they led to. */
export const replay = (state: State, changes: readonly Change[]): State => changes.reduce(redo, state)

function redo(state: State, change: Change): State {
  const tx = new Tx(state, change.at, "")
  for (const { table, id, after } of change.patches) {
    if (after === undefined) tx.remove(table, id)
    else tx.put(table, after as never)
  }
  tx.setScalars(change.scalars)
  return tx.commit()
}
