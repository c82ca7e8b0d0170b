/** The outcome of one run of a script. */
export type ScriptOutcome =
  /** The script returned or resolved; a value of `undefined` becomes `null`. */
  | (Ended<"resolved"> & {
      /** The returned value. */
      readonly value: unknown
    })
  /** The script threw or rejected. The reason is JSON data; for an Error, the error's message. */
  | (Ended<"rejected"> & {
      /** The thrown value. */
      readonly reason: unknown
    })
  /** The script was stopped by a limit or could not run (a syntax error, no `main`, no sandbox). */
  | (Ended<"stopped"> & {
      /** Why the script was stopped or could not run. */
      readonly message: string
      /** True when no script can run in this runtime. */
      readonly isUnavailable?: boolean
    })

interface Ended<S extends string> {
  /** The kind of outcome. */
  readonly status: S
}

/** One run of a script. */
export interface ScriptRun {
  /** JavaScript that either defines `main(data)`, which may return a promise, or is itself an async function expression. */
  readonly code: string
  /** JSON data to pass to `main`. */
  readonly data: unknown
  /** The world's time in milliseconds, for the script's `Date`. */
  readonly nowMs: number
  /** Seed of the script's `Math.random`. */
  readonly seed: number
  /** Nesting depth of the script, from 1; default 1. A script waits only for scripts of greater depth. */
  readonly depth?: number
  /** Limit in milliseconds of real time; default: the sandbox's limit. */
  readonly timeMs?: number
  /** Identifies the request: all scripts of one request pass the same object and share one memory limit. */
  readonly request?: object
  /** Runs an API call as the script's user and resolves to the response body; a rejection reaches the script as an Error. */
  callApi(method: string, uri: string, payload: unknown): Promise<unknown>
}

/** A syntax error in a script. */
export interface ScriptFault {
  /** Description of the error. */
  readonly message: string
  /** The line, from 1. */
  readonly line: number
  /** The column, from 1. */
  readonly column: number
}

/** Runs user scripts in a sandbox without host objects, with limits on time and memory (model.md section 9). */
export interface Scripts {
  /** Runs a script in time slices on the caller's thread; other work continues between slices. Never rejects. */
  run(run: ScriptRun): Promise<{
    /** Result, error or reason for the stop. */
    readonly outcome: ScriptOutcome
    /** Lines that the script logged, one per call; also given for a stopped script. */
    readonly logs: readonly string[]
  }>
  /**
   * Checks the syntax of a script and returns the error, or null if the syntax is valid. Does not run the script, so `main` may still
   * be missing. Never rejects: a failure of the sandbox is returned as a fault.
   */
  check(code: string): Promise<ScriptFault | null>
  /** Frees the sandbox. No run may be started afterwards. */
  close(): void
}
