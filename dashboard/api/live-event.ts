/** Kinds of live events (control.md section 3, "events"). */
export const EVENT_KINDS = [
  ...["request", "change", "clock", "fired", "mail", "fault", "webhook", "snapshot", "world", "failure"],
] as const

export interface LiveEvent {
  readonly kind: string
  /** Number of the event. It increases by 1 with each event of the world. */
  readonly seq: number
  readonly data: unknown
}

/** State of a connection. `lost` means that there is no connection and the page retries. `gone` means that the world does not exist. */
export type Connection = "connecting" | "live" | "lost" | "gone"

/** The world of a stream, and the language of names in its events. */
export interface Followed {
  readonly world: string
  readonly lang: string
}

/** Message about a stream: several events in order, or a new state of the connection. */
export type StreamMessage =
  | { readonly type: "events"; readonly events: readonly LiveEvent[] }
  | { readonly type: "state"; readonly state: Connection }
