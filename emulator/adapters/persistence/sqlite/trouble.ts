import { type Outcome, StoreTrouble } from "../../../../src/inside.ts"

/** SQLITE_FULL. */
const FULL = 13

/** Leaves a transaction, which is rolled back, with an outcome. */
export class RefusedPart extends Error {
  readonly outcome: Exclude<Outcome, "done"> | "taken"

  constructor(outcome: RefusedPart["outcome"]) {
    super(outcome)
    this.outcome = outcome
  }
}

/** What a failure of SQLite is to those who use the store. */
export function sqliteTrouble(error: unknown, isCommitting = false): StoreTrouble {
  if (error instanceof StoreTrouble) return error
  const { message, errcode } = error as { readonly message: string; readonly errcode?: number }
  const isFull = ((errcode ?? 0) & 0xff) === FULL
  return new StoreTrouble(isFull ? "full" : "other", isFull ? "the disk is full" : `SQLite refused: ${message}`, {
    isUncertain: isCommitting && !isFull,
    cause: error,
  })
}
