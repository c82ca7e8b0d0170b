/** The kit can't do what was asked, and says why. */
export class KitError extends Error {
  constructor(message: string) {
    super(message)
    this.name = "KitError"
  }
}

/** A property that does not hold, with the shrunk case in forms a person can use. */
export class KitFailure extends Error {
  /** To run the same case again: pass them to `check`. */
  readonly seed: number
  readonly path: string
  readonly replayPath: string
  /** Runnable against createWorld. */
  readonly typeScript: string
  /** Runnable against a server that serves the same world. */
  readonly curl: string
  /** Number of requests and clock steps in the shrunk case. */
  readonly calls: number
  /** Number of sequences that ran until the first failure. */
  readonly sequences: number

  constructor(details: {
    readonly cause: unknown
    readonly seed: number
    readonly path: string
    readonly replayPath: string
    readonly typeScript: string
    readonly curl: string
    readonly calls: number
    readonly sequences: number
  }) {
    const reason = details.cause instanceof Error ? details.cause.message : String(details.cause)
    super(
      `${reason}\n\nreplay with { seed: ${details.seed}, path: ${JSON.stringify(details.path)}, replayPath: ${JSON.stringify(details.replayPath)} }\n\n${details.typeScript}\n${details.curl}`,
      { cause: details.cause },
    )
    this.name = "KitFailure"
    this.seed = details.seed
    this.path = details.path
    this.replayPath = details.replayPath
    this.typeScript = details.typeScript
    this.curl = details.curl
    this.calls = details.calls
    this.sequences = details.sequences
  }
}
