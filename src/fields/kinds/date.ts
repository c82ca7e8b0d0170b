import type { Instant } from "../../ids.ts"
import { datetime, readDay, readInstant } from "./datetime.ts"
import { isCleared, type Kind, Unfit } from "./kind.ts"

/** An instant of which the day matters; a bare day is its first instant. */
export const date: Kind<Instant> = {
  ...datetime,
  parse(input) {
    if (isCleared(input)) return null
    const value = typeof input === "string" ? (readDay(input) ?? readInstant(input)) : undefined
    return value ?? new Unfit("expected a date, e.g. 2026-01-05 or 2026-01-05T00:00:00Z")
  },
}
