import { DomainError, type ErrorCode } from "../model/error.ts"
import type { View } from "../state/view.ts"
import type { Actor } from "./actor.ts"

/** Authorizes like another, but refuses a place that is not there with a code of the operation's own (errors.md section 5). */
export const withPlaceCode =
  <P, G>(code: ErrorCode, authorize: (view: View, principal: Actor, place: P) => G) =>
  (view: View, principal: Actor, place: P): G => {
    try {
      return authorize(view, principal, place)
    } catch (error) {
      if (!(error instanceof DomainError) || error.reason !== "place") throw error
      throw new DomainError(code, "place", error.text, error.refusal)
    }
  }
