/** How one run of a script ended. */
export type ScriptOutcome =
  /** Returned or resolved; `undefined` is `null`. */
  | (Ended<"resolved"> & {
      /** What it returned. */
      readonly value: unknown
    })
  /** Threw or rejected, with the reason as JSON data (an Error as its message). */
  | (Ended<"rejected"> & {
      /** What it threw. */
      readonly reason: unknown
    })
  /** Stopped by a limit or not runnable at all (a syntax error, no `main`). `isUnavailable`: no script could be run here. */
  | (Ended<"stopped"> & {
      /** Why. */
      readonly message: string
      /** True: no script could be run here. */
      readonly isUnavailable?: boolean
    })

interface Ended<S extends string> {
  /** How it ended. */
  readonly status: S
}

/** One run of a script. */
export interface ScriptRun {
  /** JavaScript that defines `main(data)` (plain, async or returning a promise), or is an async function expression. */
  readonly code: string
  /** JSON data handed to `main`. */
  readonly data: unknown
  /** The world's time; what the script's `Date` shows. */
  readonly nowMs: number
  /** Seed of the script's `Math.random`. */
  readonly seed: number
  /** How many scripts deep it is; 1 when absent. A script waits only for deeper ones. */
  readonly depth?: number
  /** Runs an API call as the executing user and resolves to the answer's body; a rejection reaches the script as an Error. */
  callApi(method: string, uri: string, payload: unknown): Promise<unknown>
}

/** Why a script can't be read, and where; line and column count from 1. */
export interface ScriptFault {
  /** Why the script can't be read. */
  readonly message: string
  /** The line, from 1. */
  readonly line: number
  /** The column, from 1. */
  readonly column: number
}

/** Runs user scripts in a sandbox without host objects, with time and memory capped (model.md section 9). */
export interface Scripts {
  /**
   * Never rejects and never lets the script hold the caller's thread for longer than its time slice: between slices
   * other work goes on. `logs` holds the script's logger lines, also when it was stopped.
   */
  run(run: ScriptRun): Promise<{
    /** How it ended. */
    readonly outcome: ScriptOutcome
    /** What it logged, a text each call. */
    readonly logs: readonly string[]
  }>
  /**
   * What keeps a script from being read, null when nothing does. Nothing of it runs, so it may still lack a `main`. Never rejects;
   * where the sandbox itself fails, that is the fault.
   */
  check(code: string): Promise<ScriptFault | null>
  /** Frees what the sandbox holds; no run is started afterwards. */
  close(): void
}
