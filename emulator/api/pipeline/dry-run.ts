import type { Operation } from "../../../src/engine/index.ts"
import { type DomainError, invalidParams } from "../../../src/model/index.ts"
import type { EngineWorld } from "../../../src/world/index.ts"
import { type Reply, type RequestHeaders, withHeaders } from "../../wire/index.ts"
import { type NamedWorld, RequestEntry, type RequestLog } from "../../worlds/index.ts"

const HEADER = "x-hexarium-dry-run"

/** The parts of a contract row, or of a GraphQL root, that decide whether the operation accepts dry runs. */
export interface DryRunTarget {
  /** Name of the operation or root. */
  readonly name: string
  readonly isPublic: boolean
  readonly operation: Pick<Operation, "input"> | undefined
}

/** Names of input properties whose values an operation compares with a secret of the world. */
const COMPARED_SECRETS = /^(?:old)?password$|^confirmationid$/i

/**
 * Returns whether an operation refuses dry runs (insight.md section 3): it is public, or it checks a password or a confirmation ID. With a
 * dry run, a client could otherwise try out secrets without a trace.
 */
const refusesDryRuns = ({ isPublic, operation }: DryRunTarget): boolean =>
  isPublic || Object.keys(operation?.input().shape ?? {}).some((name) => COMPARED_SECRETS.test(name))

/**
 * Returns whether a request wants a dry run, or the refusal of the wish (insight.md section 3). Marks the entry of a refused dry run, so that
 * it counts in no metrics and no coverage. Any other value of the header wants no dry run: the request is refused like one with an invalid
 * parameter.
 */
export function readDryRun(
  headers: RequestHeaders,
  targets: readonly DryRunTarget[],
  entry: RequestEntry,
): boolean | DomainError {
  const value = headers.get(HEADER)
  if (value === null) return false
  if (value !== "1") {
    return invalidParams(`X-Hexarium-Dry-Run: expected 1, received ${JSON.stringify(value.slice(0, 100))}`)
  }
  entry.isDryRun = true
  const refusing = targets.find(refusesDryRuns)
  return (
    refusing === undefined ||
    invalidParams(
      `X-Hexarium-Dry-Run: ${refusing.name} accepts no dry runs, because it is public or checks a password or a confirmation ID; send the request without the header`,
    )
  )
}

/** Returns the log of a request: at a version of the past, only dry runs are in the world's log. */
export const logOf = ({ log, presentLog = log }: NamedWorld, headers: RequestHeaders): RequestLog =>
  headers.get(HEADER) === "1" ? presentLog : log

/** Runs a request on a copy of the world. Adds the changes of the copy, the script logs and the webhooks to the request's log entry. */
export async function runDry<T>(
  world: EngineWorld,
  entry: RequestEntry,
  run: (twin: EngineWorld) => Promise<T>,
): Promise<T> {
  entry.meets(world.version)
  const { result, error, webhooks } = await world.dryRun((twin) => {
    const entryOf = (cause: unknown) => (cause instanceof RequestEntry ? cause : entry)
    twin.onChange((change, cause) => entryOf(cause).changed(change))
    twin.scriptLog.onAdd(({ cause, lines }) => entryOf(cause).logged(lines))
    return run(twin)
  })
  entry.unsentWebhooks = webhooks
  if (error !== undefined) throw error
  return result as T
}

/** Adds the number of the log entry to the response of a dry run. */
export const markDryRun = (reply: Reply, { isDryRun, id }: RequestEntry): Reply =>
  isDryRun ? withHeaders(reply, { [HEADER]: String(id) }) : reply
