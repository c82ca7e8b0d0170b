import type { Owed, OwedWork } from "../records/failure.ts"

/** How work after answers is noted where other servers see it, should this one end before it is done. */
export interface OwedNotes {
  /** A name for work, given to no other. */
  nextKey(): string
  /** Takes a delivery that was noted for whoever leads the world; false where it is somebody's already. */
  claim(key: string): Promise<boolean>
  /** The work is done, or is nobody's any more. */
  done(key: string): void
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

  /** Names for work that a commit brings, to be noted with it; none where nobody would look. */
  owing(work: readonly OwedWork[]): Owed[] {
    const notes = this.owedNotes
    return notes === undefined ? [] : work.map((each) => ({ key: notes.nextKey(), work: each }))
  }

  /** Noted work is done, or never will be. */
  settle(owed: Owed | undefined): void {
    if (owed !== undefined) this.owedNotes?.done(owed.key)
  }

  /** Resolves once all work is done, including what is started meanwhile. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
