import { dumpFixture, type World } from "../../../src/world/index.ts"
import { findFixture } from "../../adapters/index.ts"
import { fixtureDifference } from "./fixture-difference.ts"

export interface WorldName {
  readonly text: string
  readonly paths: readonly string[] | null
  /** Differences between the world's state and its fixture files, one line each. */
  readonly difference: readonly string[]
}

export const NO_NAME: WorldName = { text: "the world of the kit", paths: null, difference: [] }

const MAX_LINES = 6

export function nameOfWorld(world: World): WorldName {
  const fixture = findFixture(world)
  if (fixture === undefined) return NO_NAME
  const { paths, beginning } = fixture
  const text = paths.join(", ")
  if (beginning.state === world.state) return { text, paths, difference: [] }
  const lines = fixtureDifference(dumpFixture(world.fork({ from: beginning })), dumpFixture(world))
  const shown = lines.slice(0, MAX_LINES)
  const more = lines.length - shown.length
  return { text, paths, difference: more === 0 ? shown : [...shown, `and ${more} more differences`] }
}

/** Lists what a world has that its fixture files don't have, and the other way round. */
export const differenceLines = ({ text, difference }: Pick<WorldName, "text" | "difference">): string[] =>
  difference.length === 0
    ? []
    : [`the world differed from ${text} before the failure:`, ...difference.map((line) => `  ${line}`)]
