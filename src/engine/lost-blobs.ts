import type { Blobs } from "../ports/blobs.ts"
import { blobNames } from "../state/blob-names.ts"
import type { State } from "../state/state.ts"

/** Of lists that were looked through, the keys that were lost then. What was there stays, since the list names it. */
const lostOf = new WeakMap<Blobs, WeakMap<readonly string[], readonly string[]>>()

/** Keys that the records of a state name and nobody has. */
export function lostBlobs(state: State, blobs: Blobs): string[] {
  const known = lostOf.get(blobs) ?? new WeakMap<readonly string[], readonly string[]>()
  lostOf.set(blobs, known)
  return blobNames(state).flatMap((list) => {
    const lost = (known.get(list) ?? list).filter((key) => blobs.get(key) === undefined)
    known.set(list, lost)
    return lost
  })
}
