import type { RefusalStep } from "../../emulator/contract/refusals.ts"
import type { Row } from "../../emulator/api/contract/row.ts"

/** How it is known what an operation does. */
export const SOURCES: Readonly<Record<Row["source"], string>> = {
  seed: "seed: what this product was asked to do, rule by rule",
  docs: "docs: the service's public documentation",
  client: "client: what the service's own client sends and reads",
}

/** When each step refuses. */
export const STEPS: Readonly<Record<RefusalStep, string>> = {
  token: "no valid token is shown, or the credentials are wrong",
  place: "the application, datastore, group or workspace that is named is not there, or not the caller's",
  action: "the action is no action of the datastore, of another kind, or not the caller's to use",
  privilege: "the caller lacks the role or the right to administer",
  params: "a parameter or a member of the body is missing, malformed or names what is not there",
  target: "the item, user, file or other record is missing, deleted or not visible to the caller",
  conflict: "the record has another revision than `rev_no` says",
  script: "the action's pre script stopped it",
  values: "a value does not fit its field",
  settings: "the settings of the datastore or workspace make it impossible",
  store: "something failed that should not have; nothing was done",
  planned: "the operation is not built",
  size: "the body is too large",
}
