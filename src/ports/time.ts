/** Schedules callbacks in real time, for time limits on work outside the world. */
export interface Timer {
  /** Calls `callback` once after at least `ms` milliseconds. Returns a function that cancels the call. */
  after(ms: number, callback: () => void): () => void
}

/** The machine's clock, for worlds whose clock is real or ticking. */
export interface WallClock {
  /** Returns milliseconds since 1970-01-01T00:00:00Z. May jump forwards (after a laptop was suspended) or backwards. */
  now(): number
}
