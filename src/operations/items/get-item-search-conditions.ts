import { requireDatastore } from "../../access/index.ts"
import { type DomainResultOf, query } from "../../engine/index.ts"
import { readableFields } from "../../fields/index.ts"
import { answerFields } from "../answers/settings.ts"
import { anyDatastore } from "../places.ts"

/** Returns the fields of a datastore that conditions can test. (api.md section 17.2) */
export const getItemSearchConditions = query({
  name: "GetItemSearchConditions",
  summary: "Returns the fields by which a datastore can be searched",
  input: anyDatastore,
  place: ["application", "datastore"],
  authorize: requireDatastore,
  errors: { params: { shape: "errorsWithResult" } },
  execute: (view, { principal, granted: datastore }) => ({
    datastore,
    fields: readableFields(view, principal, datastore).filter(({ search }) => search),
    lang: view.settings.lang,
  }),
  answer: ({ fields }, context) => answerFields(context, fields),
})

export type ItemSearchConditions = DomainResultOf<typeof getItemSearchConditions>
