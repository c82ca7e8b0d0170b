import { requireDatastore } from "../../access/places.ts"
import { query } from "../../engine/use-case.ts"
import type { Lang } from "../../names.ts"
import type { Status } from "../../records/datastore.ts"

/** GetStatuses (api.md section 15): in sort_id order. */
export const getStatuses = query(
  (
    view,
    actor,
    input: { readonly datastore: string },
  ): { readonly statuses: readonly Status[]; readonly lang: Lang } => ({
    statuses: requireDatastore(view, actor, input).statuses,
    lang: view.settings.lang,
  }),
)
