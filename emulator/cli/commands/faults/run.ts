import type { FlagsOf } from "../../flags/flag.ts"
import { usageError } from "../../io.ts"
import { omitUndefined, tableOf } from "../../print.ts"
import { remoteCommand } from "../../remote/remote-command.ts"
import type { RemoteServer } from "../../remote/running-server.ts"
import type { FAULT_FLAGS } from "./declare.ts"

type FaultFlags = FlagsOf<typeof FAULT_FLAGS>

const MINUTE_MS = 60_000

function rateLimitOf({ rate, perMs, byUser }: FaultFlags) {
  if (rate !== undefined) {
    return { requests: rate, per_ms: perMs ?? MINUTE_MS, ...omitUndefined({ by_user: byUser }) }
  }
  if (perMs !== undefined) throw usageError("--per-ms has no effect without --rate; add --rate <number>")
  if (byUser !== undefined) throw usageError("--by-user has no effect without --rate; add --rate <number>")
  return undefined
}

function matchOf({ user, path, query, bodyHas }: FaultFlags) {
  const match = omitUndefined({ user, path, query, body: bodyHas })
  return Object.keys(match).length === 0 ? undefined : match
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
          times === Number.MAX_SAFE_INTEGER ? "any number" : `${left} of ${times} uses left`,
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
    ...omitUndefined({ headers: flags.header, jitter_ms: flags.jitterMs, rate_limit: rateLimitOf(flags) }),
    ...omitUndefined({ match: matchOf(flags), nth: flags.nth, probability: flags.probability }),
  })
}, faultsText)

export const deleteFault = remoteCommand(({ control, words: [id = ""] }) => control.deleteFault({ id }), faultsText)

export const clearFaults = remoteCommand(({ control }) => control.deleteFaults(), faultsText)
