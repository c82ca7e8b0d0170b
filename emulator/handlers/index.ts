import type { OperationName, OperationTable } from "../contract/table.ts"
import type { UseCaseHandler } from "../http/handle.ts"
import type { Handler } from "../http/handler.ts"
import { sessionHandlers } from "./people/session.ts"
import { reportHandlers } from "./workspace/reports.ts"

/** The operations that are built. */
export type BuiltName = {
  [N in OperationName]: OperationTable[N] extends { planned: true } | { operation: unknown } ? never : N
}[OperationName]

type Handlers = { readonly [N in BuiltName]: Handler<OperationTable[N]> | UseCaseHandler<OperationTable[N]> }

/** One handler per built row: the compiler counts. */
export const handlers: Handlers = {
  ...sessionHandlers,
  ...reportHandlers,
}

export const isBuilt = (name: OperationName): name is BuiltName => Object.hasOwn(handlers, name)
