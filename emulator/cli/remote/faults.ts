import { omitUndefined, tableOf } from "../print.ts"
import { remoteCommand } from "./remote-command.ts"
import type { RemoteServer } from "./running-server.ts"

interface FaultFlags {
  readonly times?: number
  readonly delayMs?: number
  readonly status?: number
  readonly body?: unknown
  readonly disconnect?: true
  readonly storeFailure?: "rolled_back" | "rollback_failed"
  readonly task?: "ERROR" | "DEAD"
}

type Faults = Awaited<ReturnType<RemoteServer["control"]["listFaults"]>>

const faultsText = ({ faults }: Faults): string =>
  faults.length === 0
    ? "no faults are planned\n"
    : tableOf(
        ["id", "operation", "left", "does"],
        faults.map(({ id, operation, left, times, ...does }) => [
          id,
          operation,
          `${left} of ${times} uses left`,
          Object.entries(does)
            .map(([name, value]) => (value === true ? name : `${name} ${JSON.stringify(value)}`))
            .join(", "),
        ]),
      )

export const listFaults = remoteCommand(({ control }) => control.listFaults(), faultsText)

export const planFault = remoteCommand<Faults, FaultFlags>(({ control, words: [operation = ""], flags }) => {
  const { times, delayMs: delay_ms, status, body, disconnect, storeFailure: store_failure, task } = flags
  return control.planFault({
    operation,
    ...omitUndefined({ times, delay_ms, status, body, disconnect, store_failure, task }),
  })
}, faultsText)

export const deleteFault = remoteCommand(({ control, words: [id = ""] }) => control.deleteFault({ id }), faultsText)

export const clearFaults = remoteCommand(({ control }) => control.deleteFaults(), faultsText)
