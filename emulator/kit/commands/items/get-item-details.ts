import fc from "fast-check"
import type { ModelItem } from "../../../testing/kit/model/model.ts"
import { kind } from "../command.ts"
import { itemAt, userAt } from "../../../testing/kit/commands/pick.ts"
import type { LookDraft } from "./look-draft.ts"
import { observe } from "./observe.ts"

export const getItemDetails = kind<LookDraft>({
  name: "GetItemDetails",
  draft: (schema) =>
    schema.datastores.length === 0
      ? "the workspace has no datastores"
      : fc.record({ user: fc.nat(20), item: fc.nat(40) }),
  needs: "an item",
  isPossible: (model, draft) => itemAt(model, draft.item) !== undefined,
  run: (model, session, draft) =>
    observe(model, session, userAt(model, draft.user), itemAt(model, draft.item) as ModelItem),
})
