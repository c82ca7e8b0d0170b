import { DomainError } from "../model/error.ts"

/**
 * The store did not say in time whether a change is stored, so nothing true can be answered. Over HTTP the connection is cut; in process
 * the caller gets SYSTEM_ERROR that says so.
 */
export class OutcomeUnknown extends DomainError {
  constructor() {
    super("SYSTEM_ERROR", "store", "it is not known whether the change is stored: the store does not answer")
    this.name = "OutcomeUnknown"
  }
}
