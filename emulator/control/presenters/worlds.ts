import { isItemsTable } from "../../../src/inside.ts"
import type { NamedSnapshot, NamedWorld } from "../../worlds/worlds.ts"

/** World of control.md section 3. */
export const presentWorld = ({ name, world, parent, createdAt }: NamedWorld) => ({
  name,
  url: world.baseUrl,
  parent,
  created_at: createdAt,
  version: world.version,
  hash: world.hash(),
  now: world.now,
  items: countItems(world),
})

function countItems({ state }: NamedWorld["world"]): number {
  let items = 0
  for (const [table, { size }] of state.tables) if (isItemsTable(table)) items += size
  return items
}

export const presentSnapshot = ({ name, at, version, hash }: NamedSnapshot) => ({ name, at, version, hash })
