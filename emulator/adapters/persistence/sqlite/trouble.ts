import { type Outcome, StoreTrouble } from "../../../../src/ports/index.ts"

const FULL_DISK_CODE = 13

/** Thrown within a transaction to roll it back. The transaction's method then returns `outcome`. */
export class RefusedPart extends Error {
  readonly outcome: Exclude<Outcome, "done"> | "taken"

  constructor(outcome: RefusedPart["outcome"]) {
    super(outcome)
    this.outcome = outcome
  }
}

export function sqliteTrouble(error: unknown, isCommitting = false): StoreTrouble {
  if (error instanceof StoreTrouble) return error
  const { message, errcode } = error as { readonly message: string; readonly errcode?: number }
  const isFull = ((errcode ?? 0) & 0xff) === FULL_DISK_CODE
  return new StoreTrouble(isFull ? "full" : "other", isFull ? "the disk is full" : `SQLite failed: ${message}`, {
    isUncertain: isCommitting && !isFull,
    cause: error,
  })
}
