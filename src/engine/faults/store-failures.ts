import { DomainError } from "../../model/index.ts"
import type { StoreFailure } from "../../model/records/index.ts"

export class StoreFailures {
  readonly #plans = new Set<{ readonly operation: string; readonly failure: StoreFailure }>()

  /** Makes the operation's next commit with changes fail, unless `take` is called before. Returns a function that cancels the failure. */
  plan(operation: string, failure: StoreFailure): () => void {
    const plan = { operation, failure }
    this.#plans.add(plan)
    return () => void this.#plans.delete(plan)
  }

  take(operation: string): StoreFailure | undefined {
    for (const plan of this.#plans) {
      if (plan.operation !== operation) continue
      this.#plans.delete(plan)
      return plan.failure
    }
    return undefined
  }

  strike(operation: string): void {
    if (this.take(operation) === undefined) return
    throw new DomainError("SYSTEM_ERROR", "store", "the store failed; all changes were rolled back")
  }
}
