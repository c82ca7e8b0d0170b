import { DomainError } from "../../model/index.ts"

/** Thrown if the store did not confirm a change in time, so that it may or may not be stored. Over HTTP, the connection is closed. */
export class OutcomeUnknown extends DomainError {
  constructor() {
    super("SYSTEM_ERROR", "store", "the store is not responding; the change may or may not have been stored")
    this.name = "OutcomeUnknown"
  }
}
