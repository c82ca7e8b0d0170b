import { shown } from "../../../src/inside.ts"
import type { AnyKind } from "../../kit/commands/command.ts"
import { type KindName, kinds } from "../../kit/commands/index.ts"
import { KitError } from "./failures.ts"
import { requireKnown, requireWhole } from "./options.ts"
import type { AvoidableMember } from "./schema.ts"
import type { Target } from "../../kit/targets.ts"

/** How `check` looks for a difference. Every member may be left out; an unknown one is an error. */
export interface CheckOptions {
  /** Which commands, out of `kinds`; all when not given. One that stands there twice is drawn twice as often. */
  readonly commands?: readonly AnyKind[]
  /** How many sequences; default 100. */
  readonly numRuns?: number
  /** How long a sequence is at most; default 50. */
  readonly maxCommands?: number
  /** Seed, path and replayPath of an earlier failure run it again. */
  readonly seed?: number
  /** Where in the run of `seed` the failure was. */
  readonly path?: string
  /** Which commands of that sequence ran. */
  readonly replayPath?: string
  /** Members of item writes that are not generated, for example because your rule is about keys that no request grants. */
  readonly avoid?: readonly AvoidableMember[]
  /** Commands that must have run at least once, else the property is vacuous; default: every chosen one that the schema allows. */
  readonly mustRun?: readonly KindName[]
  /**
   * Which invariants are checked after each sequence, where the world is in this process: `quick` (the default) is all but
   * the export and import of the whole world.
   */
  readonly invariants?: "all" | "quick" | "none"
  /** A rule of your own, checked after each sequence; throws when it does not hold. */
  readonly rule?: (target: Target) => void | Promise<void>
}

const KNOWN: { readonly [K in keyof Required<CheckOptions>]: true } = {
  commands: true,
  numRuns: true,
  maxCommands: true,
  seed: true,
  path: true,
  replayPath: true,
  avoid: true,
  mustRun: true,
  invariants: true,
  rule: true,
}

const AVOIDABLE: readonly AvoidableMember[] = ["access_key_updates", "related_ds_items"]
const INVARIANTS = ["all", "quick", "none"]

/** Refuses options that mean nothing, each with what would. */
export function requireCheckOptions(options: CheckOptions): void {
  requireKnown("check", options, Object.keys(KNOWN))
  requireWhole("numRuns", options.numRuns, 1)
  requireWhole("maxCommands", options.maxCommands, 1)
  if (options.seed !== undefined && !Number.isInteger(options.seed)) {
    throw new KitError(`seed must be a whole number, not ${String(options.seed)}`)
  }
  for (const name of ["path", "replayPath"] as const) {
    const given = options[name]
    if (given !== undefined && typeof given !== "string") {
      throw new KitError(`${name} is the text that a failure tells, not ${shown(given)}`)
    }
  }
  for (const name of ["commands", "mustRun", "avoid"] as const) {
    const given: unknown = options[name]
    if (given !== undefined && !Array.isArray(given)) throw new KitError(`${name} is a list, not ${shown(given)}`)
  }
  if (options.commands?.length === 0)
    throw new KitError("commands is empty: leave it out for all, or choose among kinds")
  for (const [at, chosen] of (options.commands ?? []).entries()) {
    if (typeof chosen?.commands !== "function") {
      throw new KitError(`commands[${at}] is ${JSON.stringify(chosen)}: choose among kinds, such as kinds.CreateItem`)
    }
  }
  for (const name of options.mustRun ?? []) {
    if (!Object.hasOwn(kinds, name)) {
      throw new KitError(`mustRun names ${name}, which is no command; there are ${Object.keys(kinds).join(", ")}`)
    }
  }
  requireOneOf("avoid", options.avoid ?? [], AVOIDABLE)
  requireOneOf("invariants", options.invariants === undefined ? [] : [options.invariants], INVARIANTS)
  if (options.rule !== undefined && typeof options.rule !== "function") {
    throw new KitError("rule must be a function that takes the target and throws when the rule does not hold")
  }
}

function requireOneOf(name: string, given: readonly string[], known: readonly string[]): void {
  for (const one of given) {
    if (!known.includes(one)) throw new KitError(`${name} takes ${known.join(", ")}, not ${JSON.stringify(one)}`)
  }
}
