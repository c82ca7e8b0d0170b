/** Kind of difference between a recorded response and the world's response. */
export type DifferenceKind = "status" | "header" | "missing" | "extra" | "type" | "value" | "order" | "length"

/** One difference in one response. */
export interface Difference {
  readonly operation: string
  /** Place of the difference, such as `body.items[0].title`. */
  readonly path: string
  readonly kind: DifferenceKind
  /** The recorded value; undefined if the recorded response has none. */
  readonly there: unknown
  /** The world's value; undefined if the world's response has none. */
  readonly here: unknown
  /** Position of the request in the recording, from 0. */
  readonly request: number
}
