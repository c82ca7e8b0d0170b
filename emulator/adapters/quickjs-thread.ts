import { Worker } from "node:worker_threads"
import type { Scripts } from "../../src/inside.ts"
import type { FromThread, ThreadLimits, ToThread, Work } from "./quickjs-worker.ts"

/** What a script that was told to stop gets before its thread is ended. */
const GRACE_MS = 500
/** A thread that is not ready by then never will be. */
const START_MS = 30_000
/** What a thread may hold besides its sandbox: what scripts hand out, as data. Beyond it the thread ends. */
const RESOURCES = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, codeRangeSizeMb: 16 }

export type Ended = Awaited<ReturnType<Scripts["run"]>>

/** A script that somebody waits for. */
export interface Job {
  readonly run: Work
  readonly end: (ended: Ended) => void
}

export const stopped = (message: string): Ended => ({ outcome: { status: "stopped", message }, logs: [] })

/** A worker thread that runs one script at a time. It keeps the process alive only while it does. */
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

  /** Takes a script; its time begins when the thread is ready. */
  start(job: Job): void {
    this.#job = job
    this.#worker.ref()
    if (this.#isReady) this.#begin(job)
  }

  #begin(job: Job): void {
    this.#number += 1
    const { timeMs } = this.#limits
    const { callApi: _, ...run } = job.run
    // After messages that have arrived: on a busy machine the timer may be late, and the script's end with its logs already here.
    const overdue = () => setImmediate(() => this.#job === job && this.end(`the script ran for more than ${timeMs} ms`))
    this.#timer = setTimeout(overdue, timeMs + GRACE_MS)
    this.#tell({ kind: "run", job: this.#number, run })
  }

  /** Ends the thread, and with it the script that it runs. */
  end(why: string): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#finish(stopped(why))
    void this.#worker.terminate()
    this.#on.end()
  }

  #tell(message: ToThread): void {
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
    if (message.hasGrown) this.end("the thread has grown")
    else this.#on.idle()
  }

  async #call(run: Work, { call, method, uri, payload }: Extract<FromThread, { kind: "call" }>): Promise<void> {
    try {
      this.#tell({ kind: "answer", call, body: (await run.callApi(method, uri, payload)) ?? null })
    } catch (error) {
      this.#tell({ kind: "failure", call, message: error instanceof Error ? error.message : String(error) })
    }
  }

  #finish(ended: Ended): void {
    clearTimeout(this.#timer)
    const job = this.#job
    this.#job = undefined
    job?.end(ended)
  }
}
