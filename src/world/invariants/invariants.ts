import { inspect, requireOptions } from "../../model/index.ts"
import { engineOf } from "../engine-of.ts"
import type { World } from "../public-world.ts"
import { dataInvariants } from "./data-invariants.ts"
import { fieldInvariants } from "./field-invariants.ts"
import type { Invariant } from "./invariant.ts"
import { peopleInvariants } from "./people-invariants.ts"
import { settingsInvariants } from "./settings-invariants.ts"
import { storageInvariants } from "./storage-invariants.ts"

/** All invariants, ordered by area: items, fields, people and their rights, settings, storage and time. */
export const invariants: readonly Invariant[] = [
  ...dataInvariants,
  ...fieldInvariants,
  ...peopleInvariants,
  ...settingsInvariants,
  ...storageInvariants,
].map(({ problems, ...rule }) => ({ ...rule, problems: (world) => problems(world.view(), engineOf(world)) }))

/** Thrown by `checkInvariants` with all violations. */
export class BrokenInvariants extends Error {
  /** The violated invariants. */
  readonly broken: readonly {
    /** Name of the invariant. */
    readonly name: string
    /** One sentence for each violation of the invariant. */
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
 * Checks every invariant of a world, for example after each test. Rejects with `BrokenInvariants` if any is violated.
 *
 * @example
 * ```ts
 * import { checkInvariants } from "hexarium/testing"
 *
 * await checkInvariants(world) // for example in `afterEach`
 * ```
 */
export async function checkInvariants(
  world: World,
  options: {
    /** Names of the invariants to check. Default: all invariants. */
    readonly only?: readonly string[]
  } = {},
): Promise<void> {
  if (typeof world !== "object" || world === null || !("state" in world)) {
    throw new TypeError(`checkInvariants expects a world, received ${inspect(world)}`)
  }
  requireOptions("checkInvariants", options, { only: true })
  const unknown = options.only?.filter((name) => !invariants.some((invariant) => invariant.name === name)) ?? []
  if (unknown.length > 0) {
    throw new Error(
      `unknown invariant: ${unknown.join(", ")}; available: ${invariants.map(({ name }) => name).join(", ")}`,
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
