import type { Ports, StoredWorlds } from "../../src/engine/index.ts"
import type { WorldRow } from "../../src/ports/index.ts"
import { createEngineWorld } from "../../src/world/index.ts"
import { type LoadedWorld, MAIN } from "./worlds.ts"

/**
 * Loads stored worlds, in order. Leaves out worlds that were deleted in the meantime. The caller must pass the worlds to `Worlds.adopt` in
 * the same turn of the event loop, before this server can delete one. `rows` must be fresh: the list of worlds is only read once more, for
 * all worlds together, because each look at it takes time for every world.
 */
export async function loadWorlds(
  storedWorlds: StoredWorlds,
  rows: readonly WorldRow[],
  ports: Partial<Ports>,
): Promise<LoadedWorld[]> {
  if (rows.length === 0) return []
  const loaded: LoadedWorld[] = []
  const all = await storedWorlds.store.allSnapshots()
  for (const row of rows) {
    const one = await loadWorld(storedWorlds, row, all.get(row.world) ?? [], ports).catch(async (error: unknown) => {
      if ((await storedWorlds.newest()).has(row.world)) throw error
      return undefined
    })
    if (one !== undefined) loaded.push(one)
  }
  const there = await storedWorlds.newest()
  for (const { world, row } of loaded) if (!there.has(row.world)) await world.close()
  return loaded.filter(({ row }) => there.has(row.world))
}

async function loadWorld(
  storedWorlds: StoredWorlds,
  row: WorldRow,
  snapshots: LoadedWorld["snapshots"],
  ports: Partial<Ports>,
): Promise<LoadedWorld> {
  const persistence = storedWorlds.world(row.name, { row, isPermanent: row.name === MAIN })
  return { world: await createEngineWorld({ ports: { ...ports, persistence } }), row, snapshots }
}
