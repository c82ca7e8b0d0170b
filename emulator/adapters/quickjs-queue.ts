import { type Ended, type Job, stopped } from "./quickjs-thread.ts"
import type { Work } from "./quickjs-worker.ts"

/** The scripts of a depth: some of them run, the others wait for their turn. */
export class Queue {
  readonly #most: number
  readonly #start: (job: Job) => void
  readonly #waiting = new Set<Job>()
  #running = 0

  constructor(most: number, start: (job: Job) => void) {
    this.#most = most
    this.#start = start
  }

  /** Runs a script when its turn has come, which is waited for no longer than `patienceMs`. */
  run(run: Work, patienceMs: number): Promise<Ended> {
    return new Promise((resolve) => {
      const impatience = setTimeout(() => {
        if (this.#waiting.delete(job)) resolve(stopped(`no thread was free for the script within ${patienceMs} ms`))
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
    for (const job of [...this.#waiting]) job.end(stopped("the sandbox was closed"))
  }

  #begin(job: Job): void {
    this.#running += 1
    this.#start(job)
  }

  /** The next one begins in a turn of its own, when the thread of the one before is free again. */
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
