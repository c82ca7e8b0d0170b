/** What a world tells as it happens (control.md section 3, "events"). */
export const EVENT_KINDS = [
  ...["request", "change", "clock", "fired", "mail", "fault", "webhook", "snapshot", "world", "failure"],
] as const

export interface LiveEvent {
  readonly kind: string
  /** Counts up within the world. */
  readonly seq: number
  readonly data: unknown
}

/** `lost`: nothing comes, and it is tried again. `gone`: the world is not there. */
export type Connection = "connecting" | "live" | "lost" | "gone"

/** What a stream tells: events in order, many at a time, or how it stands. */
export type Told =
  | { readonly type: "events"; readonly events: readonly LiveEvent[] }
  | { readonly type: "state"; readonly state: Connection }
