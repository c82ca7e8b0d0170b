import type { Ports, StoredWorlds } from "../../src/engine/index.ts"
import type { WorldRow } from "../../src/ports/index.ts"
import { createWorld } from "../../src/world/index.ts"
import type { LoadedWorld } from "./worlds.ts"

/**
 * Loads a stored world. Returns undefined if the world was deleted in the meantime. The caller must pass the world to
 * `Worlds.adopt` in the same turn of the event loop, before this server can delete the world.
 */
export async function loadWorld(
  storedWorlds: StoredWorlds,
  row: WorldRow,
  ports: Partial<Ports>,
): Promise<LoadedWorld | undefined> {
  const load = async (): Promise<LoadedWorld> => {
    const snapshots = await storedWorlds.store.snapshots(row.world)
    return {
      world: await createWorld({ ports: { ...ports, persistence: storedWorlds.world(row.name, { row }) } }),
      row,
      snapshots,
    }
  }
  const isThere = async () => (await storedWorlds.newest()).has(row.world)
  const loaded = await load().catch(async (error: unknown) => {
    if (await isThere()) throw error
    return undefined
  })
  if (loaded === undefined || (await isThere())) return loaded
  await loaded.world.close()
  return undefined
}
