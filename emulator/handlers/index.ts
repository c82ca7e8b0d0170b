import type { OperationName, OperationTable } from "../contract/table.ts"
import type { UseCaseHandler } from "../http/handle.ts"
import type { Handler } from "../http/handler.ts"
import { currentUserHandlers } from "./people/current-user.ts"
import { emailHandlers } from "./people/email.ts"
import { groupHandlers } from "./people/groups.ts"
import { passwordHandlers } from "./people/passwords.ts"
import { registrationHandlers } from "./people/registration.ts"
import { roleHandlers } from "./people/roles.ts"
import { sessionHandlers } from "./people/session.ts"
import { userHandlers } from "./people/users.ts"
import { actionHandlers } from "./workspace/actions.ts"
import { autoActionHandlers } from "./workspace/auto-actions.ts"
import { autoNumberHandlers } from "./workspace/auto-numbers.ts"
import { fieldHandlers } from "./workspace/fields.ts"
import { reportHandlers } from "./workspace/reports.ts"

/** The operations that are built. */
export type BuiltName = {
  [N in OperationName]: OperationTable[N] extends { planned: true } | { operation: unknown } ? never : N
}[OperationName]

type Handlers = { readonly [N in BuiltName]: Handler<OperationTable[N]> | UseCaseHandler<OperationTable[N]> }

/** One handler per built row: the compiler counts. */
export const handlers: Handlers = {
  ...sessionHandlers,
  ...roleHandlers,
  ...userHandlers,
  ...groupHandlers,
  ...registrationHandlers,
  ...emailHandlers,
  ...passwordHandlers,
  ...currentUserHandlers,
  ...fieldHandlers,
  ...reportHandlers,
  ...actionHandlers,
  ...autoNumberHandlers,
  ...autoActionHandlers,
}

export const isBuilt = (name: OperationName): name is BuiltName => Object.hasOwn(handlers, name)
