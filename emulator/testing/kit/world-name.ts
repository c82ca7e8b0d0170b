import { dumpFixture, type World } from "../../../src/inside.ts"
import { findFixture } from "../../adapters/fixture-files/world-fixture.ts"
import { fixtureDifference } from "./fixture-difference.ts"

/** How a failure names the world that its calls begin in. */
export interface WorldName {
  /** In one line. */
  readonly text: string
  /** The fixture files it is made from; null where they are not known. */
  readonly paths: readonly string[] | null
  /** What of the world is not as in these files, a line each. */
  readonly difference: readonly string[]
}

export const NO_NAME: WorldName = { text: "the world that the kit was made of", paths: null, difference: [] }

const MOST_LINES = 6

export function nameOfWorld(world: World): WorldName {
  const fixture = findFixture(world)
  if (fixture === undefined) return NO_NAME
  const { paths, beginning } = fixture
  const text = paths.join(", ")
  if (beginning.state === world.state) return { text, paths, difference: [] }
  const lines = fixtureDifference(dumpFixture(world.fork({ from: beginning })), dumpFixture(world))
  const shown = lines.slice(0, MOST_LINES)
  const more = lines.length - shown.length
  return { text, paths, difference: more === 0 ? shown : [...shown, `and ${more} more`] }
}
