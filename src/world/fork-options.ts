import { type Engine, type Past, type Ports, requireSnapshot, type Snapshot, stateAt } from "../engine/index.ts"
import { type NamesOf, requireOptions } from "../model/index.ts"
import type { State } from "../state/index.ts"
import type { World } from "./public-world.ts"

/** Options of `world.fork`. */
export type ForkOptions = NonNullable<Parameters<World["fork"]>[0]>

const FORK: NamesOf<ForkOptions> = { baseUrl: true, from: true, persistence: true }

/** Returns the state, ports, base URL and number of changes of a fork. */
export function partsOfFork(
  world: Pick<Engine, "state" | "ports" | "baseUrl" | "isReadOnly"> & {
    readonly version: number
    readonly history: { readonly size: number }
    snapshot(): Snapshot
  },
  options: ForkOptions,
): [State, Ports, string, Past] {
  requireOptions("fork", options, FORK)
  const { baseUrl = world.baseUrl, persistence } = options
  // The clock of a version of the past stands. The fork's clock continues from there.
  const from = options.from ?? (world.isReadOnly ? world.snapshot() : undefined)
  if (from !== undefined) requireSnapshot("fork", from, world.ports.blobs)
  const state = from === undefined ? world.state : stateAt(from, world.ports.wallClock)
  const past = { version: from?.version ?? world.version, history: world.history.size }
  return [state, { ...world.ports, persistence }, baseUrl, past]
}
