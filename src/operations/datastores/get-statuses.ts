import { requireDatastore } from "../../access/places.ts"
import { query } from "../../engine/use-case.ts"
import type { Lang } from "../../names.ts"
import type { Status } from "../../records/datastore.ts"

export interface Statuses {
  /** By sortId. */
  readonly statuses: readonly Status[]
  /** The world's language, which names are shown in. */
  readonly lang: Lang
}

/** GetStatuses (api.md section 15): in sort_id order. */
export const getStatuses = query({
  enter: requireDatastore,
  run: (view, { found: { statuses } }): Statuses => ({ statuses, lang: view.settings.lang }),
})
