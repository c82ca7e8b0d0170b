import { NEVER } from "../../model/ids.ts"
import type { Item } from "../../model/records/item.ts"
import type { State } from "../../state/state.ts"
import { isItemsTable, itemsTable } from "../../state/tables.ts"
import { View } from "../../state/view.ts"
import { requireOptions, shown } from "../../model/strings/options.ts"
import type { World } from "../world.ts"
import { dataInvariants } from "./data-invariants.ts"
import { fieldInvariants } from "./field-invariants.ts"
import { peopleInvariants } from "./people-invariants.ts"
import { settingsInvariants } from "./settings-invariants.ts"
import { storageInvariants } from "./storage-invariants.ts"

/**
 * Something that holds in every world, whatever was done to it. `problems` lists where it does not; empty means that it
 * holds.
 */
export interface Invariant {
  /** By which `checkInvariants` picks it. */
  readonly name: string
  /** What it means, with its source in the specification. */
  readonly description: string
  /** Where it does not hold in a world; empty is nowhere. */
  readonly problems: (world: World) => readonly string[] | Promise<readonly string[]>
}

/** All invariants, by area: items and their surroundings, fields, people and their rights, settings, storage and time. */
export const invariants: readonly Invariant[] = [
  ...dataInvariants,
  ...fieldInvariants,
  ...peopleInvariants,
  ...settingsInvariants,
  ...storageInvariants,
]

/** Thrown by `checkInvariants`: what does not hold, and where. */
export class BrokenInvariants extends Error {
  /** Which do not hold, and where. */
  readonly broken: readonly {
    /** The invariant's, as `invariants` has it. */
    readonly name: string
    /** A sentence for each place. */
    readonly problems: readonly string[]
  }[]

  constructor(broken: BrokenInvariants["broken"]) {
    super(
      broken
        .map(({ name, problems }) => `${name}:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`)
        .join("\n"),
    )
    this.name = "BrokenInvariants"
    this.broken = broken
  }
}

/**
 * Checks that every invariant holds of a world; to be awaited after any test. Rejects with BrokenInvariants otherwise.
 * `only` limits it to some by name.
 */
export async function checkInvariants(
  world: World,
  options: {
    /** Names of the invariants to check. Default: all. */
    readonly only?: readonly string[]
  } = {},
): Promise<void> {
  if (typeof world !== "object" || world === null || !("state" in world)) {
    throw new TypeError(`checkInvariants takes a world, not ${shown(world)}`)
  }
  requireOptions("checkInvariants", options, { only: true })
  const unknown = options.only?.filter((name) => !invariants.some((invariant) => invariant.name === name)) ?? []
  if (unknown.length > 0) {
    throw new Error(
      `no such invariant: ${unknown.join(", ")}; there are ${invariants.map(({ name }) => name).join(", ")}`,
    )
  }
  const broken: { name: string; problems: readonly string[] }[] = []
  for (const { name, problems } of invariants) {
    if (options.only !== undefined && !options.only.includes(name)) continue
    const found = await problems(world)
    if (found.length > 0) broken.push({ name, problems: found })
  }
  if (broken.length > 0) throw new BrokenInvariants(broken)
}

const itemsOfStates = new WeakMap<State, readonly Item[]>()

/** Every item of a world, datastore by datastore; listed once for all that is asked of the same state. */
export function everyItem({ state }: World): readonly Item[] {
  const known = itemsOfStates.get(state)
  if (known !== undefined) return known
  const view = new View(state, NEVER, "")
  const items = state.tables
    .keys()
    .filter(isItemsTable)
    .flatMap((name) => view.table(name).toArray())
  itemsOfStates.set(state, items)
  return items
}

export const findItem = (view: View, dId: string, iId: string): Item | undefined => view.get(itemsTable(dId), iId)
