import type { JsonFlag, RemoteFlags } from "../flags/remote-flags.ts"
import type { Io } from "../io.ts"
import { tableOf } from "../print.ts"
import { asking, type RemoteServer } from "./running-server.ts"
import { given, tell } from "./tell.ts"

/** What a fault does. */
export interface FaultFlags extends RemoteFlags, JsonFlag {
  readonly times?: number
  readonly delayMs?: number
  readonly status?: number
  readonly body?: unknown
  readonly disconnect?: true
  readonly storeFailure?: "rolled_back" | "rollback_failed"
  readonly task?: "ERROR" | "DEAD"
}

type Told = Awaited<ReturnType<RemoteServer["control"]["listFaults"]>>

const tellFaults = (io: Io, flags: JsonFlag, told: Told): void =>
  tell(io, flags, told, () =>
    told.faults.length === 0
      ? "no faults are planned\n"
      : tableOf(
          ["id", "operation", "left", "does"],
          told.faults.map(({ id, operation, left, times, ...does }) => [
            id,
            operation,
            `${left} of ${times}`,
            Object.entries(does)
              .map(([name, value]) => (value === true ? name : `${name} ${JSON.stringify(value)}`))
              .join(", "),
          ]),
        ),
  )

export const listFaults = (io: Io, flags: FaultFlags): Promise<number> =>
  asking(io, flags, async ({ control }) => tellFaults(io, flags, await control.listFaults()))

export const planFault = (
  io: Io,
  operation: string,
  { times, delayMs, status, body, disconnect, storeFailure, task, ...flags }: FaultFlags,
): Promise<number> =>
  asking(io, flags, async ({ control }) => {
    const does = given({ times, delay_ms: delayMs, status, body, disconnect, store_failure: storeFailure, task })
    tellFaults(io, flags, await control.planFault({ operation, ...does }))
  })

export const deleteFault = (io: Io, id: string, flags: FaultFlags): Promise<number> =>
  asking(io, flags, async ({ control }) => tellFaults(io, flags, await control.deleteFault({ id })))

export const clearFaults = (io: Io, flags: FaultFlags): Promise<number> =>
  asking(io, flags, async ({ control }) => tellFaults(io, flags, await control.deleteFaults()))
