import type { OwedWork } from "../records/failure.ts"

/** Notes work where others see it, should the process end before it is done. */
export interface OwedNotes {
  /** Resolves when it is noted, or can't be. Calling the answer says that it is done. */
  note(work: readonly OwedWork[]): Promise<() => void>
}

/** Work that continues after the answer: scripts that are not awaited, webhooks, deliveries, auto links. */
export class Background {
  /** Absent: nobody would look. */
  owedNotes: OwedNotes | undefined
  readonly #running = new Set<Promise<unknown>>()

  /** Takes the work over. Its failures are its own business. */
  add(work: Promise<unknown>): void {
    const settled = work.catch(() => {}).finally(() => this.#running.delete(settled))
    this.#running.add(settled)
  }

  /** Does what somebody is to know of if it is never done: it is noted first. */
  owe<T>(work: readonly OwedWork[], run: () => Promise<T>): Promise<T> {
    return this.owedNotes === undefined ? run() : this.owedNotes.note(work).then((done) => run().finally(done))
  }

  /** Resolves once all work is done, including what is started meanwhile. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
