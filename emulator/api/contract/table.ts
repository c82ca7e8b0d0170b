import type { AnswerInput, Row } from "./row.ts"
import { fileRows } from "./rows/items/files.ts"
import { historyRows } from "./rows/items/histories.ts"
import { importRows } from "./rows/items/import.ts"
import { itemReadRows } from "../../contract/rows/items/items-read.ts"
import { itemWriteRows } from "./rows/items/items-write.ts"
import { linkRows } from "./rows/items/links.ts"
import { searchRows } from "./rows/items/search.ts"
import { currentUserRows } from "../../contract/rows/people/current-user.ts"
import { emailRows } from "../../contract/rows/people/email.ts"
import { groupRows } from "../../contract/rows/people/groups.ts"
import { passwordRows } from "./rows/people/password.ts"
import { registrationRows } from "./rows/people/registration.ts"
import { roleRows } from "../../contract/rows/people/roles.ts"
import { sessionRows } from "./rows/people/session.ts"
import { userRows } from "./rows/people/users.ts"
import { actionRows } from "../../contract/rows/workspace/actions.ts"
import { applicationRows } from "./rows/workspace/applications.ts"
import { autoActionRows } from "../../contract/rows/workspace/auto-actions.ts"
import { autoNumberRows } from "../../contract/rows/workspace/auto-numbers.ts"
import { datastoreRows } from "./rows/workspace/datastores.ts"
import { fieldRows } from "../../contract/rows/workspace/fields.ts"
import { queryRows } from "../../contract/rows/workspace/queries.ts"
import { reportRows } from "./rows/workspace/reports.ts"
import { templateRows } from "./rows/workspace/templates.ts"
import { workspaceRows } from "../../contract/rows/workspace/workspaces.ts"

/** The table: every operation of /api/v0, by its name in camelCase (architecture.md, "The contract table"). */
export const table = {
  ...sessionRows,
  ...currentUserRows,
  ...passwordRows,
  ...emailRows,
  ...registrationRows,
  ...workspaceRows,
  ...groupRows,
  ...userRows,
  ...roleRows,
  ...applicationRows,
  ...templateRows,
  ...datastoreRows,
  ...fieldRows,
  ...actionRows,
  ...autoActionRows,
  ...autoNumberRows,
  ...queryRows,
  ...itemReadRows,
  ...itemWriteRows,
  ...linkRows,
  ...historyRows,
  ...fileRows,
  ...searchRows,
  ...importRows,
  ...reportRows,
} as const satisfies Record<string, Row>

/** The rows of all operations, by name. */
export type OperationTable = typeof table
/** The name of an operation in camelCase, e.g. `createItem`. */
export type OperationName = keyof OperationTable

/** The JSON that answers an operation. */
export type AnswerTo<N extends OperationName> = AnswerInput<OperationTable[N]>

/** An operation in the API's own spelling, e.g. `CreateItem`: the key of its row with a capital. */
export const operationOf = <N extends OperationName>(name: N): Capitalize<N> =>
  // The compiler does not follow texts through their methods.
  `${name.charAt(0).toUpperCase()}${name.slice(1)}` as Capitalize<N>

/** The rows as a list, for everything that goes through all of them. */
export const rows: readonly (readonly [OperationName, Row])[] = Object.entries(table) as [OperationName, Row][]
