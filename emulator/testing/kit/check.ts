import fc from "fast-check"
import { checkInvariants, invariants } from "../../../src/inside.ts"
import type { CheckOptions } from "./check-options.ts"
import type { AnyKind, KitCommand } from "../../kit/commands/command.ts"
import { KitError, KitFailure } from "./failures.ts"
import type { Model } from "./model/model.ts"
import { printCurl, printTypeScript } from "./print.ts"
import { type Look, Session } from "./session.ts"
import { type FailedRun, type Rerun, shrinkRun } from "./shrink.ts"
import type { Target } from "../../kit/targets.ts"
import type { WorldName } from "./world-name.ts"

/** What a check found out about itself: how much it did, and what it could not do. */
export interface CheckReport {
  /** How many sequences ran; more than `numRuns` where a command had not had its occasion yet. */
  readonly sequences: number
  /** How many requests were made. */
  readonly requests: number
  /** How often each command ran. */
  readonly runs: Readonly<Record<string, number>>
  /** Commands that can't happen in this schema, and why. */
  readonly left_out: Readonly<Record<string, string>>
}

/** A sequence that was run. */
interface EndedRun {
  readonly session: Session
  /** What went wrong; null where nothing did. */
  readonly error: unknown
}

type Sequence = Iterable<fc.AsyncCommand<Model, Session>>

/** What sequences are made of and run against. */
export interface Checked {
  readonly arbitraries: readonly fc.Arbitrary<KitCommand>[]
  /** The commands that the schema allows. */
  readonly kinds: readonly AnyKind[]
  readonly leftOut: Readonly<Record<string, string>>
  readonly open: () => Promise<Target>
  readonly model: (target: Target) => Promise<Model>
  readonly name: WorldName
}

/** The shortest limit of real time that a world keeps: that of a search's patterns (errors.md, "SEARCH_TIMEOUT"). */
const SHORTEST_LIMIT_MS = 500

const DEFAULT_RUNS = 100
const DEFAULT_COMMANDS = 50

/** How often a command has to be drawn in vain until there is no occasion for it. */
const ENOUGH = 400
/** How many sequences are run at most, beside the wanted ones, for commands that were drawn less often. */
const MOST_MORE = 2000

/** Runs random sequences of commands and holds every answer against the model; see `Kit.check`. */
export async function runCheck(checked: Checked, options: CheckOptions): Promise<CheckReport> {
  const runs = new Map<string, number>()
  const drawn = new Map<string, number>()
  let requests = 0
  let sequences = 0
  let sequencesToFailure = 0
  let failing: FailedRun | null = null

  const runOnce = async (commands: Sequence, only?: Look | null): Promise<EndedRun> => {
    const session = new Session(await checked.open(), only)
    const error = await errorOf(commands, session)
    await session.target.close()
    return { session, error }
  }
  /**
   * A sequence that fails after so long that a limit of real time may have struck is run once more, and what that comes to holds: a
   * machine that sleeps, starves or stands in a debugger is nobody's mistake. A mistake comes back.
   */
  const run = async (commands: Sequence, only?: Look | null): Promise<EndedRun> => {
    const began = performance.now()
    const first = await runOnce(commands, only)
    const isSure = first.error === null || performance.now() - began < SHORTEST_LIMIT_MS
    return isSure ? first : runOnce(commands, only)
  }
  const errorOf = async (commands: Sequence, session: Session): Promise<unknown> => {
    try {
      const model = await checked.model(session.target)
      await fc.asyncModelRun(() => ({ model, real: session }), commands)
      for (const [name, count] of model.drawn) drawn.set(name, (drawn.get(name) ?? 0) + count)
      await checkWorld(session, options.invariants ?? "quick")
      await options.rule?.(session.target)
      return null
    } catch (error) {
      return error ?? new Error("a rule threw nothing")
    }
  }

  const property = fc.asyncProperty(
    fc.commands([...checked.arbitraries], {
      maxCommands: options.maxCommands ?? DEFAULT_COMMANDS,
      size: "max",
      ...(options.replayPath === undefined ? {} : { replayPath: options.replayPath }),
    }),
    async (commands) => {
      sequences += 1
      const { session, error } = await run(commands)
      for (const [name, count] of countNames(session.commands)) runs.set(name, (runs.get(name) ?? 0) + count)
      requests += session.steps.length
      if (error === null) return
      if (failing === null) sequencesToFailure = sequences
      failing = { session, error }
      throw error
    },
  )
  const numRuns = options.numRuns ?? DEFAULT_RUNS
  const look = (seed: number | undefined) =>
    fc.check(property, {
      numRuns,
      ...(seed === undefined ? {} : { seed }),
      ...(options.path === undefined ? {} : { path: options.path }),
    })
  let details = await look(options.seed)
  const counts = (): Counts => ({ runs, drawn, sequences })
  // Chance alone must not make a property vacuous: what did not come about gets more rounds before that is said.
  while (!details.failed && sequences < numRuns + MOST_MORE && isUndecided(checked, options, counts())) {
    details = await look((details.seed + 1) | 0)
  }
  const last = failing as FailedRun | null
  if (details.failed && last !== null) {
    const rerun: Rerun = async (commands, only) => {
      const again = await run(commands, only)
      return again.error === null ? null : again
    }
    const { session, error } = await shrinkRun(last, rerun)
    throw new KitFailure({
      cause: error,
      seed: details.seed,
      path: details.counterexamplePath ?? "",
      replayPath: /replayPath="([^"]*)"/.exec(String(details.counterexample?.[0]))?.[1] ?? "",
      world: checked.name,
      typeScript: printTypeScript(checked.name, session.steps),
      curl: printCurl(session.steps),
      calls: session.steps.length,
      sequences: sequencesToFailure,
    })
  }
  if (details.failed) throw new KitError(`the property could not be run: ${details.errorInstance}`)
  requireAll(checked, options, counts())
  return { sequences, requests, runs: Object.fromEntries(runs), left_out: checked.leftOut }
}

function countNames(commands: readonly KitCommand[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { name } of commands) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** By name of a command, how often it was drawn and how often it ran. */
interface Counts {
  readonly drawn: ReadonlyMap<string, number>
  readonly runs: ReadonlyMap<string, number>
  readonly sequences: number
}

/** Commands that had to run, and did not. */
function silentOf(checked: Checked, options: CheckOptions, { runs }: Counts): readonly AnyKind[] {
  const names = checked.kinds.map(({ name }) => name)
  const wanted: readonly string[] = options.mustRun ?? names
  return checked.kinds.filter(({ name }, at) => wanted.includes(name) && !runs.has(name) && names.indexOf(name) === at)
}

/** Whether one of them was drawn too seldom to say that it can't run. A replay has what it is about. */
const isUndecided = (checked: Checked, options: CheckOptions, counts: Counts): boolean =>
  options.path === undefined &&
  silentOf(checked, options, counts).some(({ name }) => (counts.drawn.get(name) ?? 0) < ENOUGH)

/** Refuses a run in which a command that could have run never did. */
function requireAll(checked: Checked, options: CheckOptions, counts: Counts): void {
  const silent = silentOf(checked, options, counts)
  if (silent.length === 0) return
  const names = checked.kinds.map(({ name }) => name)
  const reasons = silent.map((one) => obstacle(one, counts.drawn.get(one.name) ?? 0, names)).join("; ")
  throw new KitError(
    `vacuous: ${silent.map(({ name }) => name).join(", ")} never ran in ${counts.sequences} sequences. ${reasons}`,
  )
}

/** What stood in the way of a command that never ran. */
function obstacle({ name, needs }: AnyKind, drawn: number, others: readonly string[]): string {
  if (drawn === 0) return `${name} was never drawn: raise numRuns or maxCommands`
  const alone = others.includes("CreateItem") ? "" : ", and CreateItem is not among the commands"
  return `${name} was drawn ${drawn} times, but what it needs was never there: ${needs ?? "an occasion"}${alone}`
}

async function checkWorld({ target, commands }: Session, which: "all" | "quick" | "none"): Promise<void> {
  if (target.world === undefined || which === "none") return
  const names = invariants.map(({ name }) => name)
  // a counter that was set by hand may issue a number again
  const wasSet = commands.some(({ name }) => name === "UpdateAutoNumber")
  const left = names.filter(
    (name) => !(wasSet && name === "numbers-are-issued-once") && !(which === "quick" && name === "exports-come-back"),
  )
  await checkInvariants(target.world, { only: left })
}
