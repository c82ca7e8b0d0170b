import type { MailFailure, UndoneFailure } from "./failure.ts"

/** Work after an answer, as it is told of when it was never done. */
export type OwedWork = Omit<UndoneFailure, "error"> | Omit<MailFailure, "error">
