/** The outcome of one run of a script. */
export type ScriptOutcome =
  /** The script returned or resolved; a value of `undefined` becomes `null`. */
  | (Ended<"resolved"> & {
      /** The value that the script returned. */
      readonly value: unknown
    })
  /** The script threw or rejected. The reason is JSON data; for an Error, it is the error's message. */
  | (Ended<"rejected"> & {
      /** The value that the script threw. */
      readonly reason: unknown
    })
  /** The script was stopped by a limit or could not run (a syntax error, no `main`, no sandbox). */
  | (Ended<"stopped"> & {
      /** Why the script was stopped or could not run. */
      readonly message: string
      /** True if no script can run in this runtime. */
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
  /** Nesting depth of the script, from 1 (the default). A script waits only for scripts of greater depth. */
  readonly depth?: number
  /** Limit on the run in milliseconds of real time. Default: the sandbox's limit. */
  readonly timeMs?: number
  /**
   * If true, the code is evaluated, but its function is not called, and the run resolves to null. The function must be `main` or anonymous: a
   * function with another name, such as a mistyped `mian`, also runs, but a dry run refuses it.
   */
  readonly isDryRun?: boolean
  /** Identifies the request. All scripts of one request pass the same object and share one memory limit. */
  readonly request?: object
  /** Runs an API call as the script's user and resolves to the response body. If it rejects, the script gets an Error. */
  callApi(method: string, uri: string, payload: unknown): Promise<unknown>
}

/** A syntax error in a script. */
export interface ScriptFault {
  /** Description of the error. */
  readonly message: string
  /** Line of the error, from 1. */
  readonly line: number
  /** Column of the error, from 1. */
  readonly column: number
}

/** Runs user scripts in a sandbox without host objects, with limits on time and memory (model.md section 9). */
export interface Scripts {
  /** Runs a script in time slices on the caller's thread; other work continues between slices. Never rejects. */
  run(run: ScriptRun): Promise<{
    /** How the run ended, with its result or error. */
    readonly outcome: ScriptOutcome
    /** Lines that the script logged, one per call. A stopped script also has them. */
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
