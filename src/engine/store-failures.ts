import { DomainError } from "../model/error.ts"

/** What a planned failure of the store does: everything is undone, or even that fails (control.md section 3, "faults"). */
export type StoreFailure = "rolled_back" | "rollback_failed"

/** Failures of the store that are planned for operations. */
export class StoreFailures {
  readonly #plans = new Set<{ readonly operation: string; readonly failure: StoreFailure }>()

  /**
   * Makes the store fail in the next commit of an operation that writes something: its caller gets SYSTEM_ERROR, nothing is
   * changed. An operation that handles the failure itself asks with `take`. Call the function that is returned to cancel the
   * plan, used or not.
   */
  plan(operation: string, failure: StoreFailure): () => void {
    const plan = { operation, failure }
    this.#plans.add(plan)
    return () => void this.#plans.delete(plan)
  }

  /** Takes the failure planned for an operation; it is used up by that. */
  take(operation: string): StoreFailure | undefined {
    for (const plan of this.#plans) {
      if (plan.operation !== operation) continue
      this.#plans.delete(plan)
      return plan.failure
    }
    return undefined
  }

  /** Refuses when a failure is planned for the operation. */
  strike(operation: string): void {
    if (this.take(operation) === undefined) return
    throw new DomainError("SYSTEM_ERROR", "store", "the store failed, all changes were rolled back")
  }
}
