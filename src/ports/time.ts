/** Schedules callbacks in real time, independent of the world's clock. */
export interface Timer {
  /** Calls `callback` once after at least `ms` milliseconds. Returns a function that cancels the call. */
  after(ms: number, callback: () => void): () => void
}

/** The machine's clock. Worlds whose clock is real or ticking use it. */
export interface WallClock {
  /** Returns milliseconds since 1970-01-01T00:00:00Z. May jump forwards (e.g. after a laptop was suspended) or backwards. */
  now(): number
}
