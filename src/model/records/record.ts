import type { Instant } from "../ids.ts"
import type { Names } from "../names.ts"

/** Display ID and name of a record. */
export interface Identified {
  /** Display ID for requests and fixtures, unique among its siblings. */
  readonly displayId: string
  /** Name by language. If the name in one language is missing, the other name is shown. */
  readonly name: Names
}

/** Time and order of a record's creation. */
export interface Created {
  /** Creation time: ISO 8601 in UTC with milliseconds. */
  readonly createdAt: Instant
  /** Position in creation order, from 0. */
  readonly ordinal: number
}

/** Times of a record's creation and last change. */
export interface Dated {
  /** Creation time: ISO 8601 in UTC with milliseconds. */
  readonly createdAt: Instant
  /** Time of the last change: ISO 8601 in UTC with milliseconds. */
  readonly updatedAt: Instant
}
