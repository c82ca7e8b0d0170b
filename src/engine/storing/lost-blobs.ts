import type { Blobs } from "../../ports/index.ts"
import { blobNames, type State } from "../../state/index.ts"

/** Caches each list's missing keys. Keys that were found are not checked again, because the store keeps all listed blobs. */
const lostOf = new WeakMap<Blobs, WeakMap<readonly string[], readonly string[]>>()

/** Returns the keys to which the state's records refer but which `blobs` does not contain. */
export function lostBlobs(state: State, blobs: Blobs): string[] {
  const known = lostOf.get(blobs) ?? new WeakMap<readonly string[], readonly string[]>()
  lostOf.set(blobs, known)
  return blobNames(state).flatMap((list) => {
    const lost = (known.get(list) ?? list).filter((key) => blobs.get(key) === undefined)
    known.set(list, lost)
    return lost
  })
}
