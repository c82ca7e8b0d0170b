import fc from "fast-check"
import { datastoresWith } from "../../../../../emulator/testing/kit/commands/items/write-draft.ts"
import { callerAt, datastoreOf } from "../../../../../emulator/testing/kit/commands/pick.ts"
import type { Model } from "../../../../../emulator/testing/kit/model/model.ts"
import { isApplicationAdmin } from "../../../../../emulator/testing/kit/model/people.ts"
import type { KitAction, KitDatastore, KitSchema, KitUser } from "../../../../../emulator/testing/kit/schema.ts"
import { spareActionOf } from "../model/actions.ts"

export interface ActionDraft {
  readonly user: number
  /** The new action's datastore, as `APP/DS`. */
  readonly datastore: string
  /** Index of a created action. */
  readonly made: number
  /** Random number that selects the action's roles, statuses and scripts. */
  readonly choice: number
  readonly phase: "pre" | "post"
}

/** Drafts for datastores with their own update action, so that a created action never becomes the default. */
export function actionDrafts(schema: KitSchema): fc.Arbitrary<ActionDraft> | string {
  const datastores = datastoresWith(schema, "2", ({ status }) => status === null)
  if (typeof datastores === "string") return datastores
  return fc.record({
    user: fc.nat(20),
    datastore: fc.constantFrom(...datastores.map(({ path }) => path)),
    made: fc.nat(20),
    choice: fc.nat(40),
    phase: fc.constantFrom("pre", "post"),
  })
}

/** A created action with its datastore. */
export interface MadeAction {
  readonly datastore: KitDatastore
  readonly action: KitAction
}

export function madeActionAt(model: Model, nth: number): MadeAction | undefined {
  const made = model.schema.datastores.flatMap((datastore) => {
    const action = spareActionOf(datastore)
    return action === undefined ? [] : [{ datastore, action }]
  })
  return made[nth % made.length]
}

export const isMade = (model: Model, draft: ActionDraft): boolean => madeActionAt(model, draft.made) !== undefined

/** The caller: mostly an administrator of the application. */
export const adminAt = (model: Model, nth: number, { application }: KitDatastore): KitUser =>
  callerAt(model, nth, ({ uId }) => isApplicationAdmin(model, uId, application))

export const actionParams = ({ datastore, action }: MadeAction) => ({
  "datastore-id": datastore.dId,
  "action-id": action.aId,
})

/** Display IDs of some roles of the datastore's application, selected by a number. */
export function rolesBy(model: Model, { application }: KitDatastore, choice: number): string[] {
  const all = model.schema.roles.flatMap(({ path }) => {
    const [owner, role = ""] = path.split(":")
    return owner === application ? role : []
  })
  return all.filter((_, at) => (choice >> (at % 5)) % 2 === 0)
}

/** A status of the datastore, or none. */
export function statusBy(model: Model, draft: ActionDraft): string | null {
  const { statuses } = datastoreOf(model, draft.datastore)
  return statuses[draft.choice % (statuses.length + 1)] ?? null
}
