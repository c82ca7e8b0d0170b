import { oncePer } from "../../../src/model/index.ts"
import type { CheckInputs } from "./check.ts"
import type { RuleWorld } from "./check-options.ts"
import { KitError } from "./failures.ts"
import { listItemsAs } from "./item-reads.ts"
import { makeModel } from "./model/make.ts"
import { seesDatastore } from "./model/people.ts"
import { requireKnown } from "./options.ts"
import type { KitDatastore, KitSchema } from "./schema.ts"
import type { Target } from "./targets.ts"

/** Creates the second argument of a rule. Its reads go through the target, which records them. */
export const ruleWorld = (
  { datastore: find, schema }: Pick<CheckInputs, "datastore" | "schema">,
  target: Target,
): RuleWorld => ({
  async items(reference, options = {}) {
    requireKnown("items", options, ["user"])
    const datastore = find(reference)
    const { user = administratorFor(schema, datastore) } = options
    return listItemsAs(target, user, datastore)
  },
})

const modelOf = oncePer((schema: KitSchema) => makeModel(schema, schema.now, []))

/** Returns a workspace administrator who sees the datastore. Administrators see datastores only through their roles (model.md section 2.3). */
function administratorFor(schema: KitSchema, datastore: KitDatastore): string {
  const model = modelOf(schema)
  const found = schema.users.find(
    ({ uId, isWorkspaceAdmin }) => isWorkspaceAdmin && seesDatastore(model, uId, datastore),
  )
  if (found !== undefined) return found.reference
  const { path } = datastore
  throw new KitError(`items: no administrator of the workspace sees ${path}; pass a user: items("${path}", { user })`)
}
