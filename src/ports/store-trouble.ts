/**
 * Kind of a store failure: `full` if the disk is full, `gone` if the store can't be reached, `moved` if its place no longer contains it,
 * otherwise `other`.
 */
export type TroubleKind = "full" | "gone" | "moved" | "other"

/**
 * Thrown if a store call failed. If `isUncertain`, the write may have succeeded or may still succeed, because the connection was lost
 * before the response. Otherwise, nothing was stored.
 */
export class StoreTrouble extends Error {
  /** Kind of the failure. */
  readonly kind: TroubleKind
  /** Whether the write may have succeeded, or may still succeed. */
  readonly isUncertain: boolean

  constructor(
    kind: TroubleKind,
    message: string,
    options: {
      /** Default: false. */
      readonly isUncertain?: boolean
      /** The underlying error. */
      readonly cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = "StoreTrouble"
    this.kind = kind
    this.isUncertain = options.isUncertain ?? false
  }
}
