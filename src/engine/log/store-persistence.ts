import { memoryStore, type Store } from "../../ports/index.ts"
import { StoredWorld } from "./stored-world.ts"
import { StoredWorlds } from "./stored-worlds.ts"

/** A store and the name of a world in it. */
export interface StorePlace {
  /** Store that contains the world. */
  readonly store: Store
  /** Name of the world in the store. Default: `main`. */
  readonly world?: string
}

/**
 * Stores a world in any `Store`. Closing the world closes the store.
 *
 * @example
 * ```ts
 * import { createWorld } from "hexarium"
 * import { type Store, storePersistence } from "hexarium/persistence"
 *
 * declare const store: Store // of your own database
 * const world = await createWorld({ fixture, persistence: storePersistence({ store }) })
 * ```
 */
export const storePersistence = ({ store, world = "main" }: StorePlace): StoredWorld =>
  new StoredWorld(new StoredWorlds(store), world, undefined, true)

/**
 * Stores a world in memory in the format of a store, for tests. Worlds opened one after another with the same result
 * share its data.
 *
 * @example
 * ```ts
 * import { createWorld, memoryPersistence } from "hexarium"
 *
 * const persistence = memoryPersistence()
 * const first = await createWorld({ fixture, persistence })
 * await first.close()
 * const second = await createWorld({ persistence }) // has the data of the first world
 * ```
 */
export const memoryPersistence = (): StoredWorld => new StoredWorlds(memoryStore()).world("main")
