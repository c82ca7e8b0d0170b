import type { AnswerTo } from "../../api/control.ts"

export type Report = AnswerTo<"GET /coverage">

export type CalledName = Report["operations"][number]

export type Unmet = Report["unmet"][number]
