import { STORE_FAILURES } from "../../../src/model/records/fault.ts"
import type { AnswerTo, ask } from "../../api/control.ts"
import type { faultTexts } from "../../texts/faults.ts"

type Texts = ReturnType<typeof faultTexts>
export type Fault = AnswerTo<"GET /worlds/:w/faults">["faults"][number]
export type FaultWish = NonNullable<Parameters<typeof ask<"POST /worlds/:w/faults">>[1]["body"]>

/** Effects that a planned fault can have (control.md section 3, "fault"). The dashboard's texts use the same names. */
export const KINDS = ["status", "delay", "rate", "disconnect", ...STORE_FAILURES, "taskError", "taskDead"] as const

export type Kind = (typeof KINDS)[number]

/** Operations that create tasks. Faults of the kinds `task…` are offered only for them. */
const TASKS = ["SaveTemplate", "UploadTemplate", "ImportItems"]

export const kindsFor = (operation: string): readonly Kind[] =>
  operation === "*" || TASKS.includes(operation) ? KINDS : KINDS.filter((kind) => !kind.startsWith("task"))

interface EffectValues {
  readonly status: number
  readonly body: unknown
  readonly delayMs: number
  readonly jitterMs: number
  readonly requests: number
  readonly perMs: number
  readonly isByUser: boolean
}

export function memberOf(kind: Kind, values: EffectValues): Partial<FaultWish> {
  switch (kind) {
    case "status":
      return { status: values.status, ...(values.body === undefined ? {} : { body: values.body }) }
    case "delay":
      return { delay_ms: values.delayMs, ...(values.jitterMs === 0 ? {} : { jitter_ms: values.jitterMs }) }
    case "rate":
      return { rate_limit: { requests: values.requests, per_ms: values.perMs, by_user: values.isByUser } }
    case "disconnect":
      return { disconnect: true }
    case "rolled_back":
    case "rollback_failed":
      return { store_failure: kind }
    case "taskError":
      return { task: "ERROR" }
    case "taskDead":
      return { task: "DEAD" }
  }
}

export function doesOf(fault: Fault, t: Texts): string {
  const parts = [
    fault.delay_ms === undefined ? undefined : `${t.delay}: ${t.ms(fault.delay_ms)}`,
    fault.status === undefined ? undefined : `${t.statusValue} ${fault.status}`,
    fault.jitter_ms === undefined ? undefined : `${t.jitterValue}: ${t.ms(fault.jitter_ms)}`,
    fault.rate_limit === undefined ? undefined : t.limit(fault.rate_limit),
    fault.headers === undefined ? undefined : JSON.stringify(fault.headers),
    fault.match === undefined ? undefined : `${t.conditions}: ${JSON.stringify(fault.match)}`,
    fault.nth === undefined ? undefined : `${t.nth} ${fault.nth}`,
    fault.probability === undefined ? undefined : `${t.probability} ${fault.probability}`,
    fault.disconnect === true ? t.disconnect : undefined,
    fault.store_failure === undefined ? undefined : t[fault.store_failure],
    fault.task === undefined ? undefined : fault.task === "DEAD" ? t.taskDead : t.taskError,
  ]
  return parts.filter((part) => part !== undefined).join(" · ")
}
