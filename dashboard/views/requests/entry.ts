import type { AnswerTo } from "../../api/control.ts"

/** One request with all that is known of it. */
export type Entry = AnswerTo<"GET /worlds/:w/requests/:id">
