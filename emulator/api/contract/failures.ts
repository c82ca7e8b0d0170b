import {
  type AnswerForm,
  CAUSES,
  type Code,
  codesOf,
  type ErrorShape,
  REFUSAL_STEPS,
  type RefusalStep,
  refusalOf,
} from "../../../src/model/index.ts"
import type { Row } from "./row.ts"

/** An error response that an operation may return, and the step that refuses the request. */
export interface WayToFail extends AnswerForm {
  readonly step: RefusalStep
}

/** Returns all possible errors of an operation (errors.md): first the errors of any request, then the operation's own. */
export const waysToFail = (row: Row): WayToFail[] => [...beforeOperation(row), ...ofOperation(row)]

export function failuresOf(row: Row): Map<number, Set<ErrorShape>> {
  const failures = new Map<number, Set<ErrorShape>>()
  for (const { status, shape } of waysToFail(row)) {
    failures.set(status, (failures.get(status) ?? new Set()).add(shape))
  }
  return new Map([...failures].sort(([left], [right]) => left - right))
}

/** Returns errors that can occur before the operation runs: foreign Host, unknown world, malformed body, internal error. */
function beforeOperation(row: Row): WayToFail[] {
  const takesBody = row.body !== undefined || row.form !== undefined
  const steps: readonly (RefusalStep | false)[] = [
    "privilege",
    "target",
    "store",
    row.auth !== "public" && "token",
    (takesBody || row.query !== undefined) && "params",
    takesBody && "size",
    takesBody && "encoding",
  ]
  return steps.filter((step) => step !== false).map((step) => ({ step, ...refusalOf(null, step, codesOf(step)[0]) }))
}

function ofOperation(row: Row): WayToFail[] {
  const isSpecial = (step: RefusalStep) => row.errors?.[step] !== undefined
  const steps = REFUSAL_STEPS.filter((step) => isSpecial(step) || (row.writesItems && OF_ITEM_WRITES.has(step)))
  const rollbacks = row.writesItems ? CAUSES.map((cause) => failure(row, "values", "TRANSACTION_ABORTED", cause)) : []
  return [...rollbacks, ...steps.flatMap((step) => codesOf(step).map((code) => failure(row, step, code)))]
}

const failure = (row: Row, step: RefusalStep, ...code: [given: Code, cause?: Code]): WayToFail => ({
  step,
  ...refusalOf(row, step, ...code),
})

const OF_ITEM_WRITES: ReadonlySet<RefusalStep> = new Set(["action", "values", "conflict", "script"])
