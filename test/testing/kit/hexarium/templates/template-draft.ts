import fc from "fast-check"
import type { Model } from "../../../../../emulator/testing/kit/model/model.ts"
import { isApplicationAdmin, isHere } from "../../../../../emulator/testing/kit/model/people.ts"
import type { KitSchema, KitUser } from "../../../../../emulator/testing/kit/schema.ts"
import { Disagreement, type Session } from "../../../../../emulator/testing/kit/session.ts"
import { extrasOf, type KeptTemplate } from "../model/extras.ts"
import { adopt, compareCopy } from "../model/templates.ts"

export interface TemplateDraft {
  readonly user: number
  /** Display ID of the application to save. */
  readonly application: string
  /** Index of a saved template. */
  readonly template: number
  readonly name: string
}

/** Maximum number of items of an application whose export is compared. */
const MAX_ITEMS = 100

export function templateDrafts(schema: KitSchema): fc.Arbitrary<TemplateDraft> | string {
  const applications = [...new Set(schema.datastores.map(({ application }) => application))].filter(
    (one) =>
      schema.datastores.every(
        ({ application, actions }) => application !== one || !actions.some(({ hasScript }) => hasScript),
      ) &&
      schema.datastores.reduce((sum, { application, items }) => sum + (application === one ? items.length : 0), 0) <=
        MAX_ITEMS,
  )
  if (applications.length === 0) return `no application without scripts has at most ${MAX_ITEMS} items`
  return fc.record({
    user: fc.nat(20),
    application: fc.constantFrom(...applications),
    template: fc.nat(10),
    name: fc.constantFrom("Copy", "写し", "Once more"),
  })
}

export const templateAt = (model: Model, nth: number): KeptTemplate | undefined =>
  [...extrasOf(model).templates.values()][nth % Math.max(extrasOf(model).templates.size, 1)]

/** Returns whether the sequence may still copy an application. One copy is enough, because it copies everything. */
export function mayCopy(model: Model, draft: TemplateDraft): boolean {
  const saved = templateAt(model, draft.template)
  return !extrasOf(model).hasCopy && saved !== undefined && creatorAt(model, draft.user, saved) !== undefined
}

/** The nth user who works in this workspace, may create applications and may use the template. */
export function creatorAt(model: Model, nth: number, { uId: saver, application }: KeptTemplate): KitUser | undefined {
  const here = [...model.users.values()].filter(
    ({ uId, isWorkspaceAdmin }) =>
      isHere(model, uId) && (uId === saver || isWorkspaceAdmin || isApplicationAdmin(model, uId, application)),
  )
  return here[nth % Math.max(here.length, 1)]
}

/** Checks that an application created from a template equals the saved one, ignoring IDs, and adds it to the model. */
export async function takeCopy(model: Model, session: Session, saved: KeptTemplate, pId: string): Promise<void> {
  const fixture = await session.target.export()
  const datastores = adopt(model, { fixture, pId, scripts: saved.scripts }, await session.target.schedule())
  extrasOf(model).hasCopy = true
  const differences = compareCopy(model, saved, { fixture, pId, datastores })
  if (differences.length > 0) throw new Disagreement(`the application made of ${saved.name}: ${differences.join("; ")}`)
}
