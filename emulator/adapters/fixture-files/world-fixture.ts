import type { Snapshot } from "../../../src/engine/index.ts"
import type { World } from "../../../src/world/index.ts"

export interface WorldFixture {
  readonly paths: readonly string[]
  /** State of the world right after it was loaded. */
  readonly beginning: Snapshot
}

const byWorld = new WeakMap<World, WorldFixture>()
const byState = new WeakMap<object, WorldFixture>()

export function rememberFixture(world: World, paths: readonly string[]): void {
  const fixture = { paths, beginning: world.snapshot() }
  byWorld.set(world, fixture)
  byState.set(fixture.beginning.state, fixture)
}

/** Records that a fork was loaded from the same fixture as `from`, even if `from` has changed since it was loaded. */
export function inheritFixture(fork: World, from: World): void {
  const fixture = findFixture(from)
  if (fixture !== undefined) byWorld.set(fork, fixture)
}

/** Returns the fixture from which a world was loaded. For an unchanged fork, returns the fixture of the original world. */
export const findFixture = (world: World): WorldFixture | undefined => byWorld.get(world) ?? byState.get(world.state)
