import type { Snapshot, World } from "../../../src/inside.ts"

/** Which fixture files a world was made from, for messages that name it. */
export interface WorldFixture {
  /** The paths as they were given. */
  readonly paths: readonly string[]
  /** The world as it was then. */
  readonly beginning: Snapshot
}

const byWorld = new WeakMap<World, WorldFixture>()
const byState = new WeakMap<object, WorldFixture>()

export function rememberFixture(world: World, paths: readonly string[]): void {
  const fixture = { paths, beginning: world.snapshot() }
  byWorld.set(world, fixture)
  byState.set(fixture.beginning.state, fixture)
}

/** The fork of a world that has been changed since is still that of its fixture. */
export function inheritFixture(fork: World, from: World): void {
  const fixture = findFixture(from)
  if (fixture !== undefined) byWorld.set(fork, fixture)
}

/** The fixture of a world, or of one that it is an unchanged fork of. */
export const findFixture = (world: World): WorldFixture | undefined => byWorld.get(world) ?? byState.get(world.state)
