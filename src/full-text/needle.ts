import { runsOf } from "../state/store/grams.ts"
import { foldCase } from "../texts/fold-case.ts"

/** What is looked for, made ready. */
export interface Needle {
  readonly folded: string
  /** For `mayHold`. */
  readonly runs: readonly number[]
}

export function needleOf(query: string): Needle {
  const folded = foldCase(query)
  return { folded, runs: runsOf(folded) }
}

/** Whether the text holds what is looked for, case not counting. */
export const isHeldBy = (text: string, { folded }: Needle): boolean => foldCase(text).includes(folded)
