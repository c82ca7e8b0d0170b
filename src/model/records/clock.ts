/** Modes of a world's clock: `real` shows the machine's time, `frozen` moves only on request, `ticking` runs at real speed. */
export const CLOCK_MODES = ["real", "frozen", "ticking"] as const

/** Mode of a world's clock: `real`, `frozen` or `ticking`. */
export type ClockMode = (typeof CLOCK_MODES)[number]
