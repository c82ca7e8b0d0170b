import type { Row } from "./row.ts"
import { actionRows } from "./rows/actions.ts"
import { applicationRows } from "./rows/applications.ts"
import { autoActionRows } from "./rows/auto-actions.ts"
import { autoNumberRows } from "./rows/auto-numbers.ts"
import { currentUserRows } from "./rows/current-user.ts"
import { datastoreRows } from "./rows/datastores.ts"
import { emailRows } from "./rows/email.ts"
import { fieldRows } from "./rows/fields.ts"
import { fileRows } from "./rows/files.ts"
import { groupRows } from "./rows/groups.ts"
import { historyRows } from "./rows/histories.ts"
import { importRows } from "./rows/import.ts"
import { itemReadRows } from "./rows/items-read.ts"
import { itemWriteRows } from "./rows/items-write.ts"
import { linkRows } from "./rows/links.ts"
import { passwordRows } from "./rows/password.ts"
import { queryRows } from "./rows/queries.ts"
import { registrationRows } from "./rows/registration.ts"
import { reportRows } from "./rows/reports.ts"
import { roleRows } from "./rows/roles.ts"
import { searchRows } from "./rows/search.ts"
import { sessionRows } from "./rows/session.ts"
import { templateRows } from "./rows/templates.ts"
import { userRows } from "./rows/users.ts"
import { workspaceRows } from "./rows/workspaces.ts"

/** The table: every operation of /api/v0, by its name in camelCase (design section 7). */
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

export type Table = typeof table
export type OperationName = keyof Table

/** An operation in the API's own spelling, e.g. `CreateItem`: the key of its row with a capital. */
export const operationOf = <N extends OperationName>(name: N): Capitalize<N> =>
  // The compiler does not follow texts through their methods.
  `${name.charAt(0).toUpperCase()}${name.slice(1)}` as Capitalize<N>

/** The rows as a list, for everything that goes through all of them. */
export const rows: readonly (readonly [OperationName, Row])[] = Object.entries(table) as [OperationName, Row][]
