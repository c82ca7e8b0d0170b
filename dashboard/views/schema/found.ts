import type { AnswerTo } from "../../api/control.ts"

export type Schema = AnswerTo<"GET /worlds/:w/schema">
export type Application = Schema["workspaces"][number]["applications"][number]
export type SchemaDatastore = Application["datastores"][number]
