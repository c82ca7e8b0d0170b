import {
  CAUSES,
  codesOf,
  type ErrorShape,
  REFUSAL_STEPS,
  type RefusalStep,
  type Refused,
  refusalOf,
} from "./refusals.ts"
import type { Row } from "./row.ts"

/** The statuses that an operation may fail with, each with the bodies it may have then (errors.md). */
export function failuresOf(row: Row): Map<number, Set<ErrorShape>> {
  const failures = new Map<number, Set<ErrorShape>>()
  for (const { status, shape } of [...beforeOperation(row), ...ofOperation(row)]) {
    failures.set(status, (failures.get(status) ?? new Set()).add(shape))
  }
  return new Map([...failures].sort(([left], [right]) => left - right))
}

/** How any request may fail before its operation runs: a foreign Host, an unknown world, a malformed body, a bug of ours. */
function beforeOperation(row: Row): Refused[] {
  const takesBody = row.body !== undefined || row.form !== undefined
  const steps: readonly (RefusalStep | false)[] = [
    "privilege",
    "target",
    "store",
    row.auth !== "public" && "token",
    (takesBody || row.query !== undefined) && "params",
    takesBody && "size",
    row.planned === true && "planned",
  ]
  return steps.filter((step) => step !== false).map((step) => refusalOf(null, step, codesOf(step)[0]))
}

function ofOperation(row: Row): Refused[] {
  const isSpecial = (step: RefusalStep) => row.errors?.[step] !== undefined
  const steps = REFUSAL_STEPS.filter((step) => isSpecial(step) || (row.writesItems && OF_ITEM_WRITES.has(step)))
  const rollbacks = row.writesItems ? CAUSES.map((cause) => refusalOf(row, "values", "TRANSACTION_ABORTED", cause)) : []
  return [...rollbacks, ...steps.flatMap((step) => codesOf(step).map((code) => refusalOf(row, step, code)))]
}

const OF_ITEM_WRITES: ReadonlySet<RefusalStep> = new Set(["action", "values", "conflict", "script"])
