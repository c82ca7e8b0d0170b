import { requireDatastore } from "../../access/index.ts"
import { query } from "../../engine/index.ts"
import { answerStatus } from "../answers/settings.ts"
import { anyDatastore } from "../places.ts"

/** Returns a datastore's statuses in sort_id order. (api.md section 15) */
export const getStatuses = query({
  name: "GetStatuses",
  summary: "Returns the statuses of a datastore in order",
  input: anyDatastore,
  place: ["application", "datastore"],
  authorize: requireDatastore,
  execute: (view, { granted: { statuses } }) => ({ statuses, lang: view.settings.lang }),
  answer: ({ statuses }, context) => ({
    statuses: statuses.map((status) => answerStatus(context, status)),
  }),
})
