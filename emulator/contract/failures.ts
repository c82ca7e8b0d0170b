import type { ErrorShape, RefusalStep, Row } from "./row.ts"
import { STATUSES } from "./statuses.ts"

/** The status that a step usually answers, where it is always the same one. */
const STEP_STATUS: Partial<Record<RefusalStep, number>> = {
  token: 401,
  place: 404,
  privilege: 403,
  params: 400,
  target: 404,
  conflict: 409,
  script: 400,
  values: 400,
  settings: 400,
  store: 500,
}

/**
 * The statuses that an operation may fail with, each with the bodies it may have then (errors.md). Every operation may answer
 * 401 unless it is public, 403 and 404 (a strange Host, an unknown world) and 500.
 */
export function failuresOf(row: Row): Map<number, Set<ErrorShape>> {
  const failures = new Map<number, Set<ErrorShape>>()
  const add = (status: number, ...shapes: ErrorShape[]) => {
    const known = failures.get(status) ?? new Set()
    for (const shape of shapes) known.add(shape)
    failures.set(status, known)
  }
  if (row.auth !== "public") add(401, "E2")
  add(403, "E2")
  add(404, "E2")
  add(500, "E2")
  if (takesInput(row)) add(400, "E2")
  if (row.body !== undefined || row.form !== undefined) add(413, "E2")
  if (row.tag === "items-write") {
    for (const status of [400, 403, 404, 409, 500]) add(status, "E5")
    add(400, "E2", "E8")
  }
  if (row.planned) add(501, "E2")
  for (const [step, answer] of Object.entries(row.errors ?? {})) {
    const ofCode = answer.code === undefined ? undefined : STATUSES[answer.code as keyof typeof STATUSES]
    const status = answer.status ?? ofCode ?? STEP_STATUS[step as RefusalStep]
    if (status !== undefined) add(status, answer.shape ?? "E2")
  }
  return new Map([...failures].sort(([left], [right]) => left - right))
}

const takesInput = (row: Row): boolean =>
  row.query !== undefined || row.body !== undefined || row.form !== undefined || row.tag === "items-write"
