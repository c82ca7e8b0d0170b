import type { OperationName, Table } from "../contract/table.ts"
import type { Handler } from "../http/handler.ts"
import { actionHandlers } from "./actions.ts"
import { applicationHandlers } from "./applications.ts"
import { autoActionHandlers } from "./auto-actions.ts"
import { autoNumberHandlers } from "./auto-numbers.ts"
import { commentHandlers } from "./comments.ts"
import { currentUserHandlers } from "./current-user.ts"
import { emailHandlers } from "./email.ts"
import { fieldHandlers } from "./fields.ts"
import { fileHandlers } from "./files.ts"
import { groupHandlers } from "./groups.ts"
import { historyHandlers } from "./histories.ts"
import { itemReadHandlers } from "./items-read.ts"
import { itemWriteHandlers } from "./items-write.ts"
import { linkHandlers } from "./links.ts"
import { passwordHandlers } from "./passwords.ts"
import { queryHandlers } from "./queries.ts"
import { registrationHandlers } from "./registration.ts"
import { roleHandlers } from "./roles.ts"
import { sessionHandlers } from "./session.ts"
import { userHandlers } from "./users.ts"
import { workspaceHandlers } from "./workspaces.ts"

type Built = { [N in OperationName as Table[N] extends { planned: true } ? never : N]: Handler<Table[N]> }

/** One handler per built row: the compiler counts. */
export const handlers = {
  ...sessionHandlers,
  ...workspaceHandlers,
  ...roleHandlers,
  ...userHandlers,
  ...groupHandlers,
  ...registrationHandlers,
  ...emailHandlers,
  ...passwordHandlers,
  ...currentUserHandlers,
  ...applicationHandlers,
  ...fieldHandlers,
  ...queryHandlers,
  ...itemReadHandlers,
  ...linkHandlers,
  ...historyHandlers,
  ...actionHandlers,
  ...itemWriteHandlers,
  ...commentHandlers,
  ...autoNumberHandlers,
  ...autoActionHandlers,
  ...fileHandlers,
} satisfies Built
