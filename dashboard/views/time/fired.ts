import { signal } from "@preact/signals"
import type { AnswerTo } from "../../api/control.ts"

/** Events that the last move of the clock caused. Lost when the page is closed. */
export const firedEvents = signal<
  { readonly world: string; readonly list: AnswerTo<"POST /worlds/:w/clock">["fired"] } | undefined
>(undefined)
