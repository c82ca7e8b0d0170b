/** The machine's clock, for worlds whose clock is real or ticking. */
export interface WallClock {
  /** Milliseconds since 1970-01-01T00:00:00Z. May jump (a suspended laptop), also backwards. */
  now(): number
}
