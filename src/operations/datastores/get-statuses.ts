import { requireDatastore } from "../../access/places.ts"
import { answerStatus } from "../../answers/settings.ts"
import { query } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import type { Lang } from "../../model/names.ts"
import type { Status } from "../../records/datastore.ts"
import type { StatusesAnswer } from "../answers/settings-answers.ts"
import { anyDatastore } from "../places.ts"

export interface Statuses {
  /** By sortId. */
  readonly statuses: readonly Status[]
  /** The world's language, which names are shown in. */
  readonly lang: Lang
}

/** The statuses of a datastore by sort_id. (api.md section 15) */
export const getStatuses = query({
  name: "GetStatuses",
  summary: "The statuses of a datastore in order",
  input: () => object(anyDatastore()),
  place: ["application", "datastore"],
  authorize: requireDatastore,
  execute: (view, { granted: { statuses } }): Statuses => ({ statuses, lang: view.settings.lang }),
  answer: ({ statuses }, context): StatusesAnswer => ({
    statuses: statuses.map((status) => answerStatus(context, status)),
  }),
})
