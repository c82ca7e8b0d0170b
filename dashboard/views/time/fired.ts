import { signal } from "@preact/signals"
import type { AnswerTo } from "../../api/control.ts"

/** What the latest move of a clock ran, for as long as the page is open. */
export const fired = signal<
  { readonly world: string; readonly list: AnswerTo<"POST /worlds/:w/clock">["fired"] } | undefined
>(undefined)
