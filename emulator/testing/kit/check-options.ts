import { inspect } from "../../../src/model/index.ts"
import type { AnyKind } from "./commands/command.ts"
import { type KindName, kinds } from "./commands/index.ts"
import { KitError } from "./failures.ts"
import type { ItemAsSeen } from "./item-reads.ts"
import { requireKnown, requireWhole } from "./options.ts"
import type { AvoidableMember } from "./schema.ts"
import type { Target } from "./targets.ts"

/** Options of `check`. Unknown options cause a `KitError`. */
export interface CheckOptions {
  /** Commands to draw from, chosen from `kinds`; default: all. Listing a command twice doubles its frequency. */
  readonly commands?: readonly AnyKind[]
  /** Number of command sequences to run; default 100, or 200 with a `rule`. */
  readonly numRuns?: number
  /** Maximum number of commands per sequence; default 50. */
  readonly maxCommands?: number
  /** Seed of the random generator. To repeat a failure, pass the failure's `seed`, `path` and `replayPath`. */
  readonly seed?: number
  /** The `path` of the `KitFailure` to repeat. */
  readonly path?: string
  /** The `replayPath` of the `KitFailure` to repeat. */
  readonly replayPath?: string
  /** Properties that generated item writes omit. Example: omit access_key_updates if your rule assumes that no request grants keys. */
  readonly avoid?: readonly AvoidableMember[]
  /**
   * Commands that must run at least once, and datastores, as `APP/DS`, that must hold an item at the end of a sequence;
   * otherwise `check` fails. Default: all chosen commands that the schema allows.
   */
  readonly mustRun?: readonly (KindName | `${string}/${string}`)[]
  /**
   * Datastores, as `APP/DS`, that the `rule` reads but that may stay empty. By default, `check` fails if a datastore that the rule reads
   * never holds an item when the rule runs, or if two of them never do in one world.
   */
  readonly mayBeEmpty?: readonly string[]
  /** Invariants to check after each sequence, if the world is in this process. `quick` (default) skips exporting and reimporting. */
  readonly invariants?: "all" | "quick" | "none"
  /**
   * Your own check of the world, called after each sequence. Throw or reject if the world breaks your rule. Read the world through the
   * arguments: the kit does not see reads through `target.world`.
   */
  readonly rule?: (target: Target, world: RuleWorld) => void | Promise<void>
  /**
   * With `on-failure`, a failing check writes a capsule with the shrunk calls to the folder `hexarium-capsules`, and the failure's message
   * contains its path (insight.md section 4). Default: no capsules.
   */
  readonly capsules?: "on-failure" | undefined
}

/** The world that a rule checks. */
export interface RuleWorld {
  /**
   * Returns the items of a datastore that a user sees, with values by display ID as in the results of `as()`. The datastore is `APP/DS` or
   * a unique display ID.
   */
  items(
    datastore: string,
    options?: {
      /** The user: `e-mail`, `e-mail#user_code` or u_id. Default: a workspace administrator who sees the datastore. */
      readonly user?: string
    },
  ): Promise<readonly ItemAsSeen[]>
}

const KNOWN_OPTIONS: { readonly [K in keyof Required<CheckOptions>]: true } = {
  commands: true,
  numRuns: true,
  maxCommands: true,
  seed: true,
  path: true,
  replayPath: true,
  avoid: true,
  mustRun: true,
  mayBeEmpty: true,
  invariants: true,
  rule: true,
  capsules: true,
}

const AVOIDABLE_MEMBERS: readonly AvoidableMember[] = ["access_key_updates", "related_ds_items"]
const INVARIANTS = ["all", "quick", "none"]

export function requireCheckOptions(options: CheckOptions): void {
  requireKnown("check", options, Object.keys(KNOWN_OPTIONS))
  requireWhole("numRuns", options.numRuns, 1)
  requireWhole("maxCommands", options.maxCommands, 1)
  if (options.seed !== undefined && !Number.isInteger(options.seed)) {
    throw new KitError(`seed: expected a whole number, received ${String(options.seed)}`)
  }
  for (const name of ["path", "replayPath"] as const) {
    const given = options[name]
    if (given !== undefined && typeof given !== "string") {
      throw new KitError(
        `${name}: expected a string copied from the message of a failed check, received ${inspect(given)}`,
      )
    }
  }
  for (const name of ["commands", "mustRun", "mayBeEmpty", "avoid"] as const) {
    const given: unknown = options[name]
    if (given !== undefined && !Array.isArray(given))
      throw new KitError(`${name}: expected a list, received ${inspect(given)}`)
  }
  if (options.commands?.length === 0)
    throw new KitError("commands: expected at least one command; omit commands to run all")
  for (const [at, chosen] of (options.commands ?? []).entries()) {
    if (typeof chosen?.commands !== "function") {
      throw new KitError(
        `commands[${at}]: expected a command of kinds such as kinds.DeleteItem, received ${JSON.stringify(chosen)}`,
      )
    }
  }
  const commands = (options.mustRun ?? []).filter((name) => !isPath(name))
  requireOneOf("mustRun", commands, [...Object.keys(kinds), "a datastore such as SHOP/Orders"])
  requireOneOf("avoid", options.avoid ?? [], AVOIDABLE_MEMBERS)
  requireOneOf("invariants", options.invariants === undefined ? [] : [options.invariants], INVARIANTS)
  requireOneOf("capsules", options.capsules === undefined ? [] : [options.capsules], ["on-failure"])
  if (options.rule !== undefined && typeof options.rule !== "function") {
    throw new KitError("rule: expected a function that takes the target and throws if the target breaks the rule")
  }
}

/** Whether an element of `mustRun` is a datastore. */
export const isPath = (name: string): boolean => String(name).includes("/")

function requireOneOf(name: string, given: readonly string[], known: readonly string[]): void {
  for (const one of given) {
    if (!known.includes(one))
      throw new KitError(`${name}: expected one of ${known.join(", ")}, received ${JSON.stringify(one)}`)
  }
}
