import { type Ended, type Job, stoppedRun } from "./quickjs-thread.ts"
import type { Work } from "./quickjs-worker.ts"

/** Runs scripts that have the same nesting depth, up to a maximum number at a time. Other scripts wait. */
export class Queue {
  readonly #most: number
  readonly #start: (job: Job) => void
  readonly #waiting = new Set<Job>()
  #running = 0

  constructor(most: number, start: (job: Job) => void) {
    this.#most = most
    this.#start = start
  }

  /** Runs a script when a thread is free. If no thread is free within `patienceMs`, the script is not run. */
  run(run: Work, patienceMs: number): Promise<Ended> {
    return new Promise((resolve) => {
      const impatience = setTimeout(() => {
        if (this.#waiting.delete(job)) resolve(stoppedRun(`no thread was free for the script within ${patienceMs} ms`))
      }, patienceMs)
      const job: Job = {
        run,
        end: (ended) => {
          clearTimeout(impatience)
          resolve(ended)
          if (!this.#waiting.delete(job)) this.#ended()
        },
      }
      if (this.#running < this.#most) this.#begin(job)
      else this.#waiting.add(job)
    })
  }

  close(): void {
    for (const job of [...this.#waiting]) job.end(stoppedRun("the sandbox was closed"))
  }

  #begin(job: Job): void {
    this.#running += 1
    this.#start(job)
  }

  /** Starts the next script in a later microtask. By then, the previous script's thread is free again. */
  #ended(): void {
    this.#running -= 1
    queueMicrotask(() => {
      const [next] = this.#waiting
      if (next === undefined || this.#running >= this.#most) return
      this.#waiting.delete(next)
      this.#begin(next)
    })
  }
}
