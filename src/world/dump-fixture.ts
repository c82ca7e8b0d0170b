import { dumpEngine, type Fixture } from "../fixtures/index.ts"
import { engineOf } from "./engine-of.ts"
import type { World } from "./public-world.ts"

/**
 * Returns a world as a fixture (fixtures.md) with all internal IDs, fixed tokens, password hashes, and files as data: URLs. A world loaded
 * from the dump has the same dump. The format omits histories, comments, unread marks, mails, confirmations, login tokens, deleted items
 * and times of last runs. Throws SYSTEM_ERROR if a file's bytes are missing.
 *
 * @example
 * ```ts
 * import { createWorld, dumpFixture } from "hexarium"
 *
 * const copy = await createWorld({ fixture: dumpFixture(world) })
 * ```
 */
export function dumpFixture(world: World): Fixture {
  return dumpEngine(engineOf(world))
}
