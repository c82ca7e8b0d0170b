import fc from "fast-check"
import { checkInvariants, invariants } from "../../../src/world/index.ts"
import { type CheckOptions, isPath } from "./check-options.ts"
import type { AnyKind, KitCommand } from "./commands/command.ts"
import { writeCounterexample } from "./counterexample.ts"
import { KitError, KitFailure } from "./failures.ts"
import type { Model } from "./model/model.ts"
import { printCurl, printTypeScript } from "./print.ts"
import { type Gap, RuleReads } from "./rule-reads.ts"
import { ruleWorld } from "./rule-world.ts"
import type { KitDatastore, KitSchema } from "./schema.ts"
import { type Look, Session } from "./session.ts"
import { type Rerun, type SequenceRun, shrinkRun } from "./shrink.ts"
import { type CallsRun, type RunCalls, shrinkCalls } from "./shrink-calls.ts"
import type { ServedTarget, Target } from "./targets.ts"
import type { WorldName } from "./world-name.ts"

/** Statistics of a successful call of `check`. */
export interface CheckReport {
  /**
   * Number of sequences that were run. It exceeds `numRuns` if a required command had not run after `numRuns` sequences, or if a datastore
   * that the rule reads had not held items.
   */
  readonly sequences: number
  /** Number of requests and clock advances. */
  readonly requests: number
  /** How often each command ran, keyed by command name. */
  readonly runs: Readonly<Record<string, number>>
  /** Commands that the schema does not allow: the reason for each, keyed by command name. */
  readonly left_out: Readonly<Record<string, string>>
  /** Searches of the rule that never returned an item, although the datastore held some: one sentence each. */
  readonly empty_reads: readonly string[]
}

type Sequence = Iterable<fc.AsyncCommand<Model, Session>>

export interface CheckInputs {
  readonly arbitraries: readonly fc.Arbitrary<KitCommand>[]
  readonly kinds: readonly AnyKind[]
  readonly leftOut: Readonly<Record<string, string>>
  readonly open: () => Promise<Target>
  readonly openServed: () => Promise<ServedTarget>
  readonly model: (target: Target) => Promise<Model>
  readonly name: WorldName
  /** Finds a datastore; throws a `KitError` if it is unknown. */
  readonly datastore: (reference: string) => KitDatastore
  readonly schema: KitSchema
}

/** Shortest time limit that a world measures in real time: the limit for search patterns (errors.md, "SEARCH_TIMEOUT"). */
const SHORTEST_LIMIT_MS = 500

const DEFAULT_RUNS = 100
/** More, because a rule may need three calls that fit. */
const DEFAULT_RUNS_WITH_RULE = 200
const DEFAULT_COMMANDS = 50

const RULE_FAILED = new Error("a rule failed: it threw undefined")

const ENOUGH_DRAWS = 400
const MAX_EXTRA_SEQUENCES = 2000
/** Sequences after which a datastore that is still empty counts as never filled. */
const ENOUGH_SEQUENCES = 200

/** Runs random command sequences and compares each response with the model; see `Kit.check`. */
export async function runCheck(checked: CheckInputs, options: CheckOptions): Promise<CheckReport> {
  const {
    rule,
    numRuns = rule === undefined ? DEFAULT_RUNS : DEFAULT_RUNS_WITH_RULE,
    maxCommands = DEFAULT_COMMANDS,
    path,
    replayPath,
  } = options
  const reads = new RuleReads(checked.schema)
  const exceptions = (options.mayBeEmpty ?? []).map(checked.datastore)
  const mustHold = (options.mustRun ?? []).filter(isPath).map(checked.datastore)
  const runs = new Map<string, number>()
  const drawn = new Map<string, number>()
  let requests = 0
  let sequences = 0
  let sequencesToFailure = 0
  let failing: SequenceRun | null = null
  /** The rule used the kit wrongly, so its failure is no counterexample. */
  let mistake: KitError | null = null

  const runOnce = async (commands: Sequence, only?: Look | null): Promise<SequenceRun> => {
    const session = new Session(await checked.open(), only)
    const error = await errorOf(commands, session)
    await session.target.close()
    return { session, error }
  }
  /** Runs a sequence. If it fails after SHORTEST_LIMIT_MS or more, runs it again: a busy machine may have exceeded a time limit. */
  const run = async (commands: Sequence, only?: Look | null): Promise<SequenceRun> => {
    const began = performance.now()
    const first = await runOnce(commands, only)
    const isSure = first.error === null || performance.now() - began < SHORTEST_LIMIT_MS
    return isSure ? first : runOnce(commands, only)
  }
  const errorOf = async (commands: Sequence, session: Session): Promise<unknown> => {
    try {
      const model = await checked.model(session.target)
      await fc.asyncModelRun(() => ({ model, real: session }), commands)
      for (const [name, count] of model.drawn) add(drawn, name, count)
      session.isComplete = true
      await checkResult(session.target)
      return null
    } catch (error) {
      if (failing === null && error instanceof KitError) mistake = error
      return error ?? RULE_FAILED
    }
  }

  const checkResult = async (target: Target): Promise<void> => {
    await checkWorld(target, options.invariants ?? "quick")
    const mayLook = failing === null && (rule !== undefined || mustHold.length > 0)
    if (mayLook) await reads.look(target)
    const watched = reads.watch(target)
    await rule?.(watched, ruleWorld(checked, watched))
    // The rule itself may create the items that it reads.
    if (mayLook && reads.gaps(exceptions).length > 0) await reads.look(target)
  }
  const runCalls: RunCalls = async (send) => {
    const target = await checked.open()
    try {
      const steps = await send(target)
      return await checkResult(target).then(
        () => null,
        (error: unknown) => ({ steps, error: error ?? RULE_FAILED }),
      )
    } finally {
      await target.close()
    }
  }

  const property = fc.asyncProperty(
    fc.commands([...checked.arbitraries], {
      maxCommands,
      size: "max",
      ...(replayPath !== undefined && { replayPath }),
    }),
    async (commands) => {
      if (mistake !== null) return
      sequences += 1
      const { session, error } = await run(commands)
      for (const { name } of session.commands) add(runs, name, 1)
      requests += session.steps.length
      if (error === null) return
      if (mistake !== null) throw mistake
      if (failing === null) sequencesToFailure = sequences
      failing = { session, error }
      throw error
    },
  )
  const runProperty = (seed: number | undefined) =>
    fc.check(property, { numRuns, ...(seed !== undefined && { seed }), ...(path !== undefined && { path }) })
  let details = await runProperty(options.seed)
  const counts = (): Counts => ({ runs, drawn, sequences })
  const unfilled = () => mustHold.filter((one) => !reads.hasHeld(one))
  const mayContinue = (): boolean =>
    (sequences < numRuns + MAX_EXTRA_SEQUENCES && isUndecided(checked, options, counts())) ||
    (path === undefined && sequences < ENOUGH_SEQUENCES && unfilled().length + reads.gaps(exceptions).length > 0)
  // Runs more sequences if a required command was drawn too rarely, or if a datastore that the rule reads was empty.
  while (!details.failed && mayContinue()) details = await runProperty((details.seed + 1) | 0)
  if (mistake !== null) throw mistake
  const last = failing as SequenceRun | null
  if (details.failed && last !== null) {
    const rerun: Rerun = async (commands, only) => {
      const again = await run(commands, only)
      return again.error === null ? null : again
    }
    const names = new Map(checked.schema.datastores.map(({ dId, displayId }) => [dId, displayId]))
    const { steps, error } =
      (last.session.isComplete ? await shrinkCalls(last.session.steps, runCalls, names) : null) ??
      (await shrunk(last, rerun))
    const place = `${checked.name.text} ${details.seed} ${details.counterexamplePath ?? ""}`
    throw new KitFailure({
      cause: error,
      capsule: options.capsules === undefined ? undefined : await writeCounterexample(checked.openServed, steps, place),
      seed: details.seed,
      path: details.counterexamplePath ?? "",
      replayPath: /replayPath="([^"]*)"/.exec(String(details.counterexample?.[0]))?.[1] ?? "",
      world: checked.name,
      typeScript: printTypeScript(checked.name, steps),
      curl: printCurl(steps),
      calls: steps.length,
      sequences: sequencesToFailure,
    })
  }
  if (details.failed) throw new KitError(`the check could not run: ${details.errorInstance}`)
  requireAll(checked, options, counts())
  if (path === undefined) requireNoGaps(unfilled(), reads.gaps(exceptions), sequences)
  const empty_reads = reads.emptySearches()
  return { sequences, requests, runs: Object.fromEntries(runs), left_out: checked.leftOut, empty_reads }
}

const WAYS_OUT = "Add items to the fixture, or raise numRuns or maxCommands"

/** Throws if a datastore of `mustRun` never held an item, or if the rule was not really tested. */
function requireNoGaps(unfilled: readonly KitDatastore[], gaps: readonly Gap[], sequences: number): void {
  if (unfilled.length > 0) {
    const paths = unfilled.map(({ path }) => path).join(", ")
    throw new KitError(`mustRun: ${paths} never held an item in ${sequences} sequences. ${WAYS_OUT}`)
  }
  if (gaps.length === 0) return
  const reasons = gaps.map(({ reason }) => reason).join("; ")
  const paths = [...new Set(gaps.map(({ path }) => path))]
  throw new KitError(
    `the rule was not really tested in ${sequences} sequences: ${reasons}. ${WAYS_OUT}; if this is intended, pass mayBeEmpty: ${JSON.stringify(paths)}`,
  )
}

const add = (counts: Map<string, number>, name: string, count: number) =>
  counts.set(name, (counts.get(name) ?? 0) + count)

interface Counts {
  readonly drawn: ReadonlyMap<string, number>
  readonly runs: ReadonlyMap<string, number>
  readonly sequences: number
}

function neverRun(checked: CheckInputs, options: CheckOptions, { runs }: Counts): readonly AnyKind[] {
  const names = checked.kinds.map(({ name }) => name)
  const wanted: readonly string[] = options.mustRun ?? names
  return checked.kinds.filter(({ name }, at) => wanted.includes(name) && !runs.has(name) && names.indexOf(name) === at)
}

/** Whether a required command never ran and was drawn too rarely to report it as impossible. Always false if `path` is given. */
const isUndecided = (checked: CheckInputs, options: CheckOptions, counts: Counts): boolean =>
  options.path === undefined &&
  neverRun(checked, options, counts).some(({ name }) => (counts.drawn.get(name) ?? 0) < ENOUGH_DRAWS)

function requireAll(checked: CheckInputs, options: CheckOptions, counts: Counts): void {
  const missing = neverRun(checked, options, counts)
  if (missing.length === 0) return
  const names = checked.kinds.map(({ name }) => name)
  const reasons = missing.map((one) => obstacle(one, counts.drawn.get(one.name) ?? 0, names)).join("; ")
  throw new KitError(
    `some commands never ran in ${counts.sequences} sequences, so the check did not test them: ${reasons}`,
  )
}

function obstacle({ name, needs }: AnyKind, drawn: number, others: readonly string[]): string {
  if (drawn === 0) return `${name} was never chosen; raise numRuns or maxCommands`
  const alone = others.includes("CreateItem") ? "" : "; CreateItem is missing from commands"
  return `${name} was chosen ${drawn} times, but the world never had ${needs ?? "what it needs"}${alone}`
}

async function shrunk(failed: SequenceRun, rerun: Rerun): Promise<CallsRun> {
  const { session, error } = await shrinkRun(failed, rerun)
  return { steps: session.steps, error }
}

async function checkWorld(target: Target, which: "all" | "quick" | "none"): Promise<void> {
  if (target.world === undefined || which === "none") return
  const names = invariants.map(({ name }) => name)
  const only = which === "all" ? names : names.filter((name) => name !== "exports-come-back")
  await checkInvariants(target.world, { only })
}
