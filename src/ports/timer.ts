/** Calls back after some real time; for limits on what runs outside the world. */
export interface Timer {
  /** Calls `callback` once, not before `ms` have passed. The answer cancels it. */
  after(ms: number, callback: () => void): () => void
}
