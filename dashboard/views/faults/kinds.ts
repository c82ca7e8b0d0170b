import type { AnswerTo, ask } from "../../api/control.ts"
import type { faultTexts } from "../../texts/faults.ts"

type Texts = ReturnType<typeof faultTexts>
export type Fault = AnswerTo<"GET /worlds/:w/faults">["faults"][number]
export type FaultWish = NonNullable<Parameters<typeof ask<"POST /worlds/:w/faults">>[1]["body"]>

/** Effects that a planned fault can have (control.md section 3, "fault"). The dashboard's texts use the same names. */
export const KINDS = [
  "status",
  "delay",
  "disconnect",
  "rolled_back",
  "rollback_failed",
  "taskError",
  "taskDead",
] as const

export type Kind = (typeof KINDS)[number]

/** Operations that create tasks. Faults of the kinds `task…` are offered only for them. */
const TASKS = ["SaveTemplate", "UploadTemplate", "ImportItems"]

export const kindsFor = (operation: string): readonly Kind[] =>
  operation === "*" || TASKS.includes(operation) ? KINDS : KINDS.filter((kind) => !kind.startsWith("task"))

export function memberOf(kind: Kind, values: { status: number; body: unknown; delayMs: number }): Partial<FaultWish> {
  switch (kind) {
    case "status":
      return { status: values.status, ...(values.body === undefined ? {} : { body: values.body }) }
    case "delay":
      return { delay_ms: values.delayMs }
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
    fault.disconnect === true ? t.disconnect : undefined,
    fault.store_failure === undefined ? undefined : t[fault.store_failure],
    fault.task === undefined ? undefined : fault.task === "DEAD" ? t.taskDead : t.taskError,
  ]
  return parts.filter((part) => part !== undefined).join(" · ")
}
