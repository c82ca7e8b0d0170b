import type { Model } from "../../../../../emulator/testing/kit/model/model.ts"
import { isApplicationAdmin, seesDatastore } from "../../../../../emulator/testing/kit/model/people.ts"
import type { KitAction, KitDatastore } from "../../../../../emulator/testing/kit/schema.ts"
import { extrasOf, type KitScript } from "./extras.ts"

export const SCRIPTS: readonly KitScript[] = [
  { code: "function main() { return 42 }", outcome: { value: 42 } },
  { code: "// größer, 大\nasync (data) => data.item_links.length >= 0", outcome: { value: true } },
  { code: 'async function main() {\n  throw new Error("not today")\n}\n', outcome: { error: "not today" } },
]

/** Display ID of the actions that commands create, change and delete. No other record refers to it. */
export const SPARE_ACTION = "kit_update"

export const spareActionOf = (datastore: KitDatastore): KitAction | undefined =>
  datastore.actions.find(({ displayId }) => displayId === SPARE_ACTION)

type Phase = "pre" | "post"

/** The script that commands uploaded to an action. */
export const scriptOf = (model: Model, { aId }: KitAction, phase: Phase): KitScript | undefined =>
  extrasOf(model).scripts.get(`${aId}:${phase}`)

/** Stores an uploaded script. The kit's own commands then skip the action. */
export function setScript(
  model: Model,
  datastore: KitDatastore,
  action: KitAction,
  phase: Phase,
  script: KitScript,
): void {
  extrasOf(model).scripts.set(`${action.aId}:${phase}`, script)
  const actions = datastore.actions.map((one) => (one.aId === action.aId ? { ...one, hasScript: true } : one))
  setActions(datastore, actions)
}

/** Replaces the actions of a datastore in the model. */
export const setActions = (datastore: KitDatastore, actions: readonly KitAction[]): void =>
  void Object.assign(datastore, { actions })

/** Users who see the datastore may read settings; the application's ADMINs may write them (api.md section 14). */
export function statusOfWrite(model: Model, uId: string, datastore: KitDatastore): 200 | 403 | 404 {
  if (!seesDatastore(model, uId, datastore)) return 404
  return isApplicationAdmin(model, uId, datastore.application) ? 200 : 403
}

/** Script results in a response: `pre_result` and `as_result` (model.md section 9). */
export function resultsOf(model: Model, action: KitAction): { readonly pre: unknown; readonly post: unknown } {
  const [pre, post] = (["pre", "post"] as const).map((phase) => scriptOf(model, action, phase)?.outcome)
  return {
    pre: pre === undefined || "error" in pre ? undefined : pre.value,
    post: post === undefined ? undefined : "error" in post ? { error: post.error } : post.value,
  }
}
