import type { Snapshot } from "../../src/engine/index.ts"
import { invalidParams } from "../../src/model/index.ts"
import type { NamedWorld } from "./named-world.ts"

/** Options for creating a world. */
export interface ForkWish {
  /** Name of the new world. Default: a generated name. */
  readonly name?: string | undefined
  /** Name of the world to copy. Default: `main`. */
  readonly from?: string | undefined
  /** Name of a snapshot of the copied world. Default: the world's current state. */
  readonly snapshot?: string | undefined
  /** Name of a version of the copied world. Default: the world's current state. */
  readonly version?: number | string | undefined
}

/** Returns the state of the wanted version; undefined if the wish names none. */
export function versionOf({ world }: NamedWorld, { version: wanted, snapshot }: ForkWish): Snapshot | undefined {
  if (wanted === undefined) return undefined
  if (snapshot !== undefined) throw invalidParams("expected a snapshot or a version, received both")
  const { state, version, at } = world.history.find(wanted)
  return world.keep({ state, version, at })
}
