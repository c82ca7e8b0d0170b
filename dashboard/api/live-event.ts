/** Kinds of live events (control.md section 3, "events"). */
export const EVENT_KINDS = [
  ...["request", "change", "clock", "fired", "mail", "fault", "webhook", "snapshot", "world", "failure"],
] as const

export interface LiveEvent {
  readonly kind: string
  /** Counts up within the world. */
  readonly seq: number
  readonly data: unknown
}

/** `lost`: no connection, retrying. `gone`: the world does not exist. */
export type Connection = "connecting" | "live" | "lost" | "gone"

/** A batch of events in order, or a new state of the connection. */
export type StreamMessage =
  | { readonly type: "events"; readonly events: readonly LiveEvent[] }
  | { readonly type: "state"; readonly state: Connection }
