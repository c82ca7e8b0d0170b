import type { OperationName, Table } from "../contract/table.ts"
import type { Handler } from "../http/handler.ts"
import { itemReadHandlers } from "./items-read.ts"
import { sessionHandlers } from "./session.ts"

type Built = { [N in OperationName as Table[N] extends { planned: true } ? never : N]: Handler<Table[N]> }

/** One handler per built row: the compiler counts. */
export const handlers = {
  ...sessionHandlers,
  ...itemReadHandlers,
} satisfies Built
