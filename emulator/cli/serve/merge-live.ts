import { isDeepStrictEqual } from "node:util"
import {
  carryOver,
  compareStates,
  createWorld,
  dumpFixture,
  type Fixture,
  FixtureError,
  keptAt,
  mergeFixtures,
  mistakeText,
  type Ports,
  type State,
  type World,
} from "../../../src/inside.ts"
import { partsOf } from "../../adapters/fixture-files/positions.ts"

/** What becomes of a world whose file has changed while it was worked in. */
export interface MergedLive {
  readonly state: State
  /** What was changed live and stays, by the names of things. */
  readonly kept: readonly string[]
  /** What was changed live and is gone, a line each with the reason. */
  readonly dropped: readonly string[]
}

export interface ThreeWorlds {
  /** As the file was when it was last loaded. */
  readonly before: World
  /** As the file is now. */
  readonly file: World
  /** As it was worked in since `before`. */
  readonly live: World
}

/** So often at most something is given up that does not fit, before all that was changed live is. */
const ROUNDS = 50

/** Merges what was changed in a running world into what its changed file says, item by item (control.md section 1, "--watch"). */
export async function mergeLive({ before, file, live }: ThreeWorlds, ports: Ports): Promise<MergedLive> {
  if (compareStates(before.state, live.state).length === 0) return { state: file.state, kept: [], dropped: [] }
  const [was, now, edited] = [fixtureOf(before), fixtureOf(file), fixtureOf(live)]
  if (isDeepStrictEqual(was, now)) return { state: live.state, kept: [], dropped: [] }
  const reasons = new Map<string, string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const merged = mergeFixtures(was, now, edited, new Set(reasons.keys()))
    const dropped = [
      ...merged.conflicts.map(({ path }) => `${path}: changed in the file, too, which stands`),
      ...reasons.values(),
    ]
    const kept = [...merged.kept.values()].map(({ path }) => path)
    if (kept.length === 0) return { state: carryOver(file.view(), live.view()), kept, dropped }
    try {
      const world = await createWorld({ fixture: merged.fixture, ports })
      return { state: carryOver(world.view(), live.view()), kept, dropped }
    } catch (error) {
      if (!(error instanceof FixtureError)) throw error
      const unfit = error.mistakes.map((mistake) => ({ mistake, entry: keptAt(merged, partsOf(mistake.path)) }))
      for (const { mistake, entry } of unfit) {
        if (entry !== undefined)
          reasons.set(entry.key, `${entry.path}: does not fit the file any more: ${mistake.message}`)
      }
      const strange = unfit.find(({ entry }) => entry === undefined)
      if (strange !== undefined && unfit.every(({ entry }) => entry === undefined)) {
        const why = `does not fit the file any more: ${mistakeText(strange.mistake)}`
        for (const { key, path } of merged.kept.values()) reasons.set(key, `${path}: ${why}`)
      }
    }
  }
  return { state: carryOver(file.view(), live.view()), kept: [], dropped: [...reasons.values()] }
}

/** The world as a fixture. Instants that it was given for want of others differ with each load, and say nothing. */
function fixtureOf(world: World): Fixture {
  const { startedAt } = world.state.scalars
  const text = JSON.stringify(dumpFixture(world), (name, value: unknown) =>
    name.endsWith("_at") && value === startedAt ? undefined : value,
  )
  return JSON.parse(text) as Fixture
}
