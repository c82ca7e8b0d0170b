import type { Scripts, WallClock } from "../../ports/index.ts"

/** Maximum depth of nested scripts: a script may call the API, which may run scripts again (model.md section 9). */
const MAX_DEPTH = 5
/** Maximum number of API calls by all scripts of a request. */
const MAX_CALLS = 1000
/** Time limit in milliseconds of all scripts of a request, counted from the start of the first script. */
const MAX_MS = 30_000

export type ScriptResult = Awaited<ReturnType<Scripts["run"]>>

const stoppedScript = (message: string): ScriptResult => ({ outcome: { status: "stopped", message }, logs: [] })

interface Shared {
  calls: number
  endsAt?: number
  /** The promise at each index resolves when all scripts started earlier at that depth have ended. */
  readonly turns: Promise<void>[]
}

/** A request or one of its scripts. All scripts of a request share limits on the number of calls, the depth and the time. */
export class ScriptChain {
  readonly request: Shared
  /** Nesting depth: 0 for the request, 1 for the request's scripts, 2 for the scripts started by scripts of depth 1, and so on. */
  readonly depth: number

  constructor(parent?: ScriptChain) {
    this.request = parent?.request ?? { calls: 0, turns: [] }
    this.depth = parent === undefined ? 0 : parent.depth + 1
  }

  countCall(): void {
    this.request.calls += 1
    if (this.request.calls > MAX_CALLS) {
      throw new Error(`PROCESS_STOPPED: all scripts of a request together may make at most ${MAX_CALLS} API calls`)
    }
  }

  /** Runs a script after the request's other scripts of equal depth have ended, so that the request uses at most one sandbox per depth. */
  async run(clock: WallClock, start: (timeMs: number) => Promise<ScriptResult>): Promise<ScriptResult> {
    if (this.depth > MAX_DEPTH) return stoppedScript(`scripts may start other scripts at most ${MAX_DEPTH} levels deep`)
    const { request } = this
    request.endsAt ??= clock.now() + MAX_MS
    const before = request.turns[this.depth]
    let end = () => {}
    request.turns[this.depth] = new Promise((resolve) => {
      end = resolve
    })
    try {
      await before
      // If the machine's clock was set back, the difference may exceed the limit.
      const leftMs = Math.min(request.endsAt - clock.now(), MAX_MS)
      if (leftMs <= 0) return stoppedScript(`the scripts of the request ran for more than ${MAX_MS} ms`)
      return await start(leftMs)
    } finally {
      end()
    }
  }
}
