import { signal } from "@preact/signals"
import type { AnswerTo } from "../../api/control.ts"

/** The latest move's fired events, until the page is closed. */
export const fired = signal<
  { readonly world: string; readonly list: AnswerTo<"POST /worlds/:w/clock">["fired"] } | undefined
>(undefined)
