import type { AnswerTo } from "../../api/control.ts"

export type Entry = AnswerTo<"GET /worlds/:w/requests/:id">
