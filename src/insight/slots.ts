import type { CauseKind, DomainError, ExplainedStep } from "../model/index.ts"

/** The checks of a request in their order. `status` is the second part of the step `privilege` (errors.md section 2). */
export const CHECK_ORDER = [
  "token",
  "place",
  "privilege",
  "parameters",
  "target",
  "status",
  "conflict",
  "script",
  "values",
] as const

export type Slot = (typeof CHECK_ORDER)[number]

export const STEP_OF = (slot: Slot): ExplainedStep => (slot === "status" ? "privilege" : slot)

const PLACE_CAUSES: readonly CauseKind[] = [
  "no_workspace",
  "application_unknown",
  "application_elsewhere",
  "datastore_unknown",
  "datastore_hidden",
]

const STATUS_CAUSES: readonly CauseKind[] = ["action_status", "update_action"]

/** Returns the check that a refusal has failed. */
function slotOf({ reason, code, refusal }: DomainError): Slot {
  const kind = refusal.causes?.[0]?.kind
  const isOf = (kinds: readonly CauseKind[]) => kind !== undefined && kinds.includes(kind)
  switch (reason) {
    case "params":
    case "settings":
    case "size":
    case "encoding":
      return "parameters"
    case "target":
    case "place":
      return isOf(PLACE_CAUSES) ? "place" : reason
    case "action":
    case "privilege":
      if (isOf(STATUS_CAUSES)) return "status"
      return code === "NO_PRIVILEGES" ? "privilege" : reason === "action" ? "parameters" : "privilege"
    case "store":
      return "values"
    default:
      return reason
  }
}

export const stepOf = (refusal: DomainError): ExplainedStep => STEP_OF(slotOf(refusal))

/** Returns a number that grows with the steps that a request has passed before the refusal. */
export const progressOf = (refusal: DomainError): number => CHECK_ORDER.indexOf(slotOf(refusal))
