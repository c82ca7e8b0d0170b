import { DomainError } from "../model/index.ts"

/** The store did not confirm a change in time; the change may or may not be stored. Over HTTP, the connection is closed. */
export class OutcomeUnknown extends DomainError {
  constructor() {
    super("SYSTEM_ERROR", "store", "the store does not respond; the change may or may not be stored")
    this.name = "OutcomeUnknown"
  }
}
