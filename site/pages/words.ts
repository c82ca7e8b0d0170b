import type { Row } from "../../emulator/api/index.ts"
import type { RefusalStep } from "../../src/model/index.ts"

/** The sources from which the behaviour of an operation is known. */
export const SOURCES: Readonly<Record<Row["source"], string>> = {
  seed: "seed: this product's specification, rule by rule",
  docs: "docs: the service's public documentation",
  client: "client: requests and responses of the service's own client",
}

/** The conditions under which each step refuses a request. */
export const STEPS: Readonly<Record<RefusalStep, string>> = {
  token: "the token is missing or invalid, or the credentials are wrong",
  place: "the application, datastore, group or workspace does not exist, or is not visible to the caller",
  action: "the action does not belong to the datastore, has another type, or is not allowed for the caller",
  privilege: "the caller lacks the role or the administration right",
  params: "a parameter or a property of the body is missing or malformed, or refers to something unknown",
  target: "the item, user, file or other record is missing, deleted or not visible to the caller",
  conflict: "the record's revision differs from `rev_no`",
  script: "the action's pre script stopped it",
  values: "a value does not fit its field",
  settings: "the settings of the datastore or workspace do not allow it",
  store: "an unexpected failure; nothing was changed",
  size: "the body is too large",
  encoding: "the body has a Content-Encoding other than gzip, deflate and br",
}
