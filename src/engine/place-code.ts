import { DomainError, type ErrorCode } from "../error.ts"
import type { Enter } from "./use-case.ts"

/** Lets in like another, but refuses a place that is not there with a code of the operation's own (errors.md section 5). */
export const withPlaceCode =
  <W, E>(code: ErrorCode, enter: Enter<W, E>): Enter<W, E> =>
  (view, actor, where) => {
    try {
      return enter(view, actor, where)
    } catch (error) {
      if (!(error instanceof DomainError) || error.reason !== "place") throw error
      throw new DomainError(code, "place", error.text, error.refusal)
    }
  }
