import type { Model } from "../../../../../emulator/testing/kit/model/model.ts"
import { isApplicationAdmin, seesDatastore } from "../../../../../emulator/testing/kit/model/people.ts"
import type { KitAction, KitDatastore } from "../../../../../emulator/testing/kit/schema.ts"
import { extrasOf, type KitScript } from "./extras.ts"

/** Scripts that commands upload. */
export const SCRIPTS: readonly KitScript[] = [
  { code: "function main() { return 42 }", outcome: { value: 42 } },
  { code: "// größer, 大\nasync (data) => data.item_links.length >= 0", outcome: { value: true } },
  { code: 'async function main() {\n  throw new Error("not today")\n}\n', outcome: { error: "not today" } },
]

/** Display ID of the actions that commands make, change and delete: nothing else of a world names them. */
export const SPARE_ACTION = "kit_update"

export const spareActionOf = (datastore: KitDatastore): KitAction | undefined =>
  datastore.actions.find(({ displayId }) => displayId === SPARE_ACTION)

type Phase = "pre" | "post"

/** The script that commands gave to an action. */
export const scriptOf = (model: Model, { aId }: KitAction, phase: Phase): KitScript | undefined =>
  extrasOf(model).scripts.get(`${aId}:${phase}`)

/** The kit's own commands leave actions with scripts alone from then on. */
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

/** Takes new actions over: datastores of the model are its own. */
export const setActions = (datastore: KitDatastore, actions: readonly KitAction[]): void =>
  void Object.assign(datastore, { actions })

/** Settings are read by whoever sees the datastore, and written by ADMINs of the application (api.md section 14). */
export function statusOfWrite(model: Model, uId: string, datastore: KitDatastore): 200 | 403 | 404 {
  if (!seesDatastore(model, uId, datastore)) return 404
  return isApplicationAdmin(model, uId, datastore.application) ? 200 : 403
}

/** What an answer says that scripts ended with: `pre_result` and `as_result` (model.md section 9). */
export function resultsOf(model: Model, action: KitAction): { readonly pre: unknown; readonly post: unknown } {
  const [pre, post] = (["pre", "post"] as const).map((phase) => scriptOf(model, action, phase)?.outcome)
  return {
    pre: pre === undefined || "error" in pre ? undefined : pre.value,
    post: post === undefined ? undefined : "error" in post ? { error: post.error } : post.value,
  }
}
