import { isItemsTable } from "../../../src/state/index.ts"
import type { NamedSnapshot, NamedWorld } from "../../worlds/index.ts"

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

export function countItems({ state }: NamedWorld["world"]): number {
  let items = 0
  for (const [table, { size }] of state.tables) if (isItemsTable(table)) items += size
  return items
}

export const presentSnapshot = ({ name, at, version, hash }: NamedSnapshot) => ({ name, at, version, hash })
