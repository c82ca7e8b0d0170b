import type { AnswerInput, Row } from "./row.ts"
import { fileRows } from "./rows/items/files.ts"
import { historyRows } from "./rows/items/histories.ts"
import { importRows } from "./rows/items/import.ts"
import { itemReadRows } from "./rows/items/items-read.ts"
import { itemWriteRows } from "./rows/items/items-write.ts"
import { linkRows } from "./rows/items/links.ts"
import { searchRows } from "./rows/items/search.ts"
import { currentUserRows } from "./rows/people/current-user.ts"
import { emailRows } from "./rows/people/email.ts"
import { groupRows } from "./rows/people/groups.ts"
import { passwordRows } from "./rows/people/password.ts"
import { registrationRows } from "./rows/people/registration.ts"
import { roleRows } from "./rows/people/roles.ts"
import { sessionRows } from "./rows/people/session.ts"
import { userRows } from "./rows/people/users.ts"
import { actionRows } from "./rows/workspace/actions.ts"
import { applicationRows } from "./rows/workspace/applications.ts"
import { autoActionRows } from "./rows/workspace/auto-actions.ts"
import { autoNumberRows } from "./rows/workspace/auto-numbers.ts"
import { datastoreRows } from "./rows/workspace/datastores.ts"
import { fieldRows } from "./rows/workspace/fields.ts"
import { queryRows } from "./rows/workspace/queries.ts"
import { reportRows } from "./rows/workspace/reports.ts"
import { templateRows } from "./rows/workspace/templates.ts"
import { workspaceRows } from "./rows/workspace/workspaces.ts"
import type { Tag } from "./tags.ts"

const tagRows = <R extends Readonly<Record<string, object>>>(tag: Tag, rows: R) => {
  for (const row of Object.values(rows)) Object.assign(row, { tag })
  return rows as { readonly [N in keyof R]: R[N] & Pick<Row, "tag"> }
}

/** All operations of /api/v0 by camelCase name: the contract table (architecture.md, "Running an operation"). */
export const table = {
  ...tagRows("session", sessionRows),
  ...tagRows("current-user", currentUserRows),
  ...tagRows("password", passwordRows),
  ...tagRows("email", emailRows),
  ...tagRows("registration", registrationRows),
  ...tagRows("workspaces", workspaceRows),
  ...tagRows("groups", groupRows),
  ...tagRows("users", userRows),
  ...tagRows("roles", roleRows),
  ...tagRows("applications", applicationRows),
  ...tagRows("templates", templateRows),
  ...tagRows("datastores", datastoreRows),
  ...tagRows("fields", fieldRows),
  ...tagRows("actions", actionRows),
  ...tagRows("auto-actions", autoActionRows),
  ...tagRows("auto-numbers", autoNumberRows),
  ...tagRows("queries", queryRows),
  ...tagRows("items-read", itemReadRows),
  ...tagRows("items-write", itemWriteRows),
  ...tagRows("links", linkRows),
  ...tagRows("histories", historyRows),
  ...tagRows("files", fileRows),
  ...tagRows("search", searchRows),
  ...tagRows("import", importRows),
  ...tagRows("reports", reportRows),
} as const satisfies Record<string, Row>

export type OperationTable = typeof table
/** CamelCase name of an API operation, such as `createItem`. */
export type OperationName = keyof OperationTable

export type AnswerTo<N extends OperationName> = AnswerInput<OperationTable[N]>

/** Returns an operation's name as the API spells it, such as `CreateItem`. */
export const operationOf = <N extends OperationName>(name: N): Capitalize<N> =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}` as Capitalize<N>

export const rows: readonly (readonly [OperationName, Row])[] = Object.entries(table) as [OperationName, Row][]
