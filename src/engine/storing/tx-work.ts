import type { Tx } from "../../state/index.ts"

/** Work of one transaction in several parts. Between the parts, other work may run, but no other transaction. */
export interface Parts<T> {
  readonly parts: (tx: Tx) => Generator<void, T>
}

/** Work of a transaction: a function, or parts. */
export type TxWork<T> = ((tx: Tx) => T) | Parts<T>

/** How to run a transaction in turns: its parts, and the function that lets other work run between them. */
export interface PausedParts<T> extends Parts<T> {
  readonly pause: () => Promise<void>
}
