import { type ClockStart, EMPTY_FIXTURE, loadFixture } from "./fixture/load.ts"
import type { Fixture } from "./fixture/schema.ts"
import type { Sources } from "./fixture/sources.ts"
import { defaultPorts, type Ports, World } from "./world.ts"

export interface CreateWorld {
  /** What the world holds at first (fixtures.md); absent: nothing. */
  readonly fixture?: Fixture | undefined
  /** Seed of IDs, tokens and salts; wins over the fixture. Default 1. */
  readonly seed?: number | undefined
  /** Wins over the fixture. Default: the machine's time. */
  readonly clock?: ClockStart | undefined
  /** Replace the in-memory adapters. */
  readonly ports?: Partial<Ports> | undefined
  /** Where the world is served, without a trailing slash: the root of links in mails and of pictures. */
  readonly baseUrl?: string | undefined
  /** Where paths in the fixture lead; absent: a fixture that names files is refused. */
  readonly sources?: Sources | undefined
}

const DEFAULT_BASE_URL = "http://hexarium"

/**
 * A world of its own (design section 10). Rejects with a `FixtureError` that names every mistake of the fixture.
 */
export async function createWorld(options: CreateWorld = {}): Promise<World> {
  const ports = { ...defaultPorts(), ...options.ports }
  const baseUrl = options.baseUrl ?? DEFAULT_BASE_URL
  const { fixture = EMPTY_FIXTURE, seed, clock, sources } = options
  return new World(await loadFixture({ fixture, seed, clock, sources, ports, baseUrl }), ports, baseUrl)
}
