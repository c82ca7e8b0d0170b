import { isDeepStrictEqual } from "node:util"
import type { Ports } from "../../../src/engine/index.ts"
import {
  carryOver,
  type Fixture,
  FixtureError,
  liveChangeAt,
  mergeFixtures,
  mistakeText,
} from "../../../src/fixtures/index.ts"
import { compareStates } from "../../../src/insight/index.ts"
import type { State } from "../../../src/state/index.ts"
import { createWorld, dumpFixture, type World } from "../../../src/world/index.ts"
import { partsOf } from "../../adapters/index.ts"

export interface MergedLive {
  readonly state: State
  readonly kept: readonly string[]
  /** Changes of the running world that the merge discarded, each with the reason. */
  readonly dropped: readonly string[]
}

export interface ThreeWorlds {
  /** World that was loaded from the fixture file before it changed. */
  readonly before: World
  readonly file: World
  readonly live: World
}

/** Maximum number of merge attempts. Each attempt drops the live changes that made the previous result invalid. */
const ROUNDS = 50

/** Merges a running world's changes into its changed fixture file, item by item (control.md section 1, "--watch"). */
export async function mergeLive({ before, file, live }: ThreeWorlds, ports: Ports): Promise<MergedLive> {
  if (compareStates(before.state, live.state).length === 0) return { state: file.state, kept: [], dropped: [] }
  const [was, now, edited] = [fixtureOf(before), fixtureOf(file), fixtureOf(live)]
  if (isDeepStrictEqual(was, now)) return { state: live.state, kept: [], dropped: [] }
  const reasons = new Map<string, string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const merged = mergeFixtures(was, now, edited, new Set(reasons.keys()))
    const dropped = [
      ...merged.conflicts.map(({ path }) => `${path}: the fixture file also changed this value and takes precedence`),
      ...reasons.values(),
    ]
    const kept = [...merged.liveChanges.values()].map(({ path }) => path)
    if (kept.length === 0) return { state: carryOver(file.view(), live.view()), kept, dropped }
    try {
      const world = await createWorld({ fixture: merged.fixture, ports })
      return { state: carryOver(world.view(), live.view()), kept, dropped }
    } catch (error) {
      if (!(error instanceof FixtureError)) throw error
      const problems = error.mistakes.map((mistake) => ({
        mistake,
        entry: liveChangeAt(merged, partsOf(mistake.path)),
      }))
      for (const { mistake, entry } of problems) {
        if (entry !== undefined)
          reasons.set(entry.key, `${entry.path}: the value is invalid in the changed fixture file: ${mistake.message}`)
      }
      const unplaced = problems.find(({ entry }) => entry === undefined)
      if (unplaced !== undefined && problems.every(({ entry }) => entry === undefined)) {
        const why = `the value is invalid in the changed fixture file: ${mistakeText(unplaced.mistake)}`
        for (const { key, path } of merged.liveChanges.values()) reasons.set(key, `${path}: ${why}`)
      }
    }
  }
  return { state: carryOver(file.view(), live.view()), kept: [], dropped: [...reasons.values()] }
}

/**
 * Converts a world to a fixture. Omits default timestamps, because each load sets different ones. Omits `exported`, so that a merge raises
 * counters above the numbers of both worlds' items.
 */
function fixtureOf(world: World): Fixture {
  const { startedAt } = world.state.scalars
  const text = JSON.stringify(dumpFixture(world), (name, value: unknown) =>
    name.endsWith("_at") && value === startedAt ? undefined : value,
  )
  const { exported: _, ...fixture } = JSON.parse(text) as Fixture
  return fixture
}
