import { createWorld, type KeptWorlds, type Ports, type WorldRow } from "../../src/inside.ts"
import type { LoadedWorld } from "./worlds.ts"

/**
 * Loads a world of a store. Undefined when it was deleted after its row was read. The caller adopts it in the same turn of the event loop:
 * this server can't delete it before.
 */
export async function loadWorld(
  kept: KeptWorlds,
  row: WorldRow,
  ports: Partial<Ports>,
): Promise<LoadedWorld | undefined> {
  const load = async (): Promise<LoadedWorld> => {
    const snapshots = await kept.store.snapshots(row.world)
    return {
      world: await createWorld({ ports: { ...ports, persistence: kept.world(row.name, { row }) } }),
      row,
      snapshots,
    }
  }
  const isThere = async () => (await kept.newest()).has(row.world)
  const loaded = await load().catch(async (error: unknown) => {
    if (await isThere()) throw error
    return undefined
  })
  if (loaded === undefined || (await isThere())) return loaded
  await loaded.world.close()
  return undefined
}
