import type { AnswerTo } from "../../api/control.ts"

export type Group = AnswerTo<"GET /worlds/:w/groups">["groups"][number]
