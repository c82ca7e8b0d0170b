import { type StoredWorld, StoredWorlds } from "../../src/engine/index.ts"
import { memoryStore, type Store } from "../../src/ports/index.ts"

/** The world `main` in a memory store with some calls replaced. No other server writes to it. */
export function fakePersistence(replaced: (usual: Store) => Partial<Store>): StoredWorld {
  const { follow: _, ...usual } = memoryStore()
  return new StoredWorlds({ ...usual, ...replaced(usual) }).world("main")
}
