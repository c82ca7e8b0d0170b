import { Worker } from "node:worker_threads"
import type { Scripts } from "../../src/ports/index.ts"
import type { FromThread, ThreadLimits, ToThread, Work } from "./quickjs-worker.ts"

const GRACE_MS = 500
const START_MS = 30_000
/** Memory limits of a thread outside the sandbox, where it handles the data that scripts return. */
const RESOURCES = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, codeRangeSizeMb: 16 }

export type Ended = Awaited<ReturnType<Scripts["run"]>>

export interface Job {
  readonly run: Work
  readonly end: (ended: Ended) => void
}

export const stoppedRun = (message: string): Ended => ({ outcome: { status: "stopped", message }, logs: [] })

/** A worker thread that runs one script at a time. The thread keeps the process alive only while a script runs. */
export class QuickjsThread {
  readonly #worker: Worker
  readonly #limits: ThreadLimits
  readonly #on: { readonly idle: () => void; readonly end: () => void }
  #job: Job | undefined
  #number = 0
  #isReady = false
  #timer: NodeJS.Timeout | undefined
  #isEnded = false

  constructor(file: URL, limits: ThreadLimits, on: { readonly idle: () => void; readonly end: () => void }) {
    this.#limits = limits
    this.#on = on
    this.#worker = new Worker(file, {
      workerData: limits,
      env: {},
      execArgv: [],
      resourceLimits: RESOURCES,
      name: "hexarium script",
    })
    this.#worker.on("message", (message: FromThread) => this.#hear(message))
    this.#worker.on("error", (error) => this.end(`the sandbox failed: ${String(error)}`))
    this.#worker.on("exit", () => this.end("the sandbox ended"))
    this.#timer = setTimeout(() => this.end("the sandbox could not be started"), START_MS)
  }

  start(job: Job): void {
    this.#job = job
    this.#worker.ref()
    if (this.#isReady) this.#begin(job)
  }

  #begin(job: Job): void {
    this.#number += 1
    const { callApi: _, request: __, ...run } = job.run
    const timeMs = Math.min(run.timeMs ?? this.#limits.timeMs, this.#limits.timeMs)
    // Handles arrived messages before ending the script: on a busy machine, the timer may be late while the script's
    // result is waiting.
    const overdue = () => setImmediate(() => this.#job === job && this.end(`the script ran for more than ${timeMs} ms`))
    this.#timer = setTimeout(overdue, timeMs + GRACE_MS)
    this.#post({ kind: "run", job: this.#number, run })
  }

  end(why: string): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#finish(stoppedRun(why))
    void this.#worker.terminate()
    this.#on.end()
  }

  #post(message: ToThread): void {
    this.#worker.postMessage(message)
  }

  #hear(message: FromThread): void {
    if (message.kind === "ready") {
      clearTimeout(this.#timer)
      this.#isReady = true
      if (this.#job !== undefined) this.#begin(this.#job)
      return
    }
    if (message.job !== this.#number || this.#job === undefined) return
    if (message.kind === "call") return void this.#call(this.#job.run, message)
    this.#worker.unref()
    this.#finish(message.ended)
    if (message.hasGrown) this.end("the thread was replaced, because its memory has grown")
    else this.#on.idle()
  }

  async #call(run: Work, { call, method, uri, payload }: Extract<FromThread, { kind: "call" }>): Promise<void> {
    try {
      this.#post({ kind: "answer", call, body: (await run.callApi(method, uri, payload)) ?? null })
    } catch (error) {
      this.#post({ kind: "failure", call, message: error instanceof Error ? error.message : String(error) })
    }
  }

  #finish(ended: Ended): void {
    clearTimeout(this.#timer)
    const job = this.#job
    this.#job = undefined
    job?.end(ended)
  }
}
