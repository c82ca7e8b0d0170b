/** Work that continues after the answer: scripts that are not awaited, webhooks, deliveries, auto links. */
export class Background {
  readonly #running = new Set<Promise<unknown>>()

  /** Takes the work over. Its failures are its own business. */
  add(work: Promise<unknown>): void {
    const settled = work.catch(() => {}).finally(() => this.#running.delete(settled))
    this.#running.add(settled)
  }

  /** Resolves once all work is done, including what is started meanwhile. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
