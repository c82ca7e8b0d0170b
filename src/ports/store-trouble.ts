/** Why a store could not do what it was asked: its disk is full, it can't be reached, or anything else. */
export type TroubleKind = "full" | "gone" | "other"

/**
 * A store could not do what it was asked. Nothing of it is stored, unless `isUncertain`: then it may be there, or come to be
 * there yet (a connection that was lost before the answer).
 */
export class StoreTrouble extends Error {
  readonly kind: TroubleKind
  readonly isUncertain: boolean

  constructor(
    kind: TroubleKind,
    message: string,
    options: { readonly isUncertain?: boolean; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = "StoreTrouble"
    this.kind = kind
    this.isUncertain = options.isUncertain ?? false
  }
}
