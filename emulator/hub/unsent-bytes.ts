/** Maximum number of unsent bytes of a connection. */
export const MAX_UNSENT_BYTES = 1_048_576
/** Maximum number of unsent bytes of all connections. */
const MAX_ALL_UNSENT_BYTES = 33_554_432

interface Sender {
  readonly unsentBytes: number
  terminate(): void
}

/**
 * Limits the unsent bytes of all connections of a server. A connection above its own limit is closed. While all
 * connections together are above the common limit, the connection with the most unsent bytes is closed.
 */
export class UnsentBytes {
  readonly #senders: Iterable<Sender>
  readonly #most: number
  #bytes = 0

  constructor(senders: Iterable<Sender>, most = MAX_ALL_UNSENT_BYTES) {
    this.#senders = senders
    this.#most = most
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Records that the number of a sender's unsent bytes has changed. */
  changed(sender: Sender, bytes: number): void {
    this.#bytes += bytes
    if (bytes <= 0) return
    if (sender.unsentBytes > MAX_UNSENT_BYTES) sender.terminate()
    while (this.#bytes > this.#most) {
      const slowest = this.#slowest()
      if (slowest === undefined) return
      slowest.terminate()
    }
  }

  #slowest(): Sender | undefined {
    let slowest: Sender | undefined
    for (const sender of this.#senders) {
      if (sender.unsentBytes > (slowest?.unsentBytes ?? 0)) slowest = sender
    }
    return slowest
  }
}
