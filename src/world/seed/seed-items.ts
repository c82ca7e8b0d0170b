import {
  type Actor,
  actorOf,
  mayRunAction,
  requireActor,
  seesDatastore,
  seesItem,
  shownFields,
} from "../../access/index.ts"
import type { Engine } from "../../engine/index.ts"
import { statusMovesFrom } from "../../fields/index.ts"
import { findDefaultAction } from "../../items/index.ts"
import {
  DomainError,
  inspect,
  invalidParams,
  LANGS,
  type Lang,
  nearest,
  requireOptions,
  targetNotFound,
} from "../../model/index.ts"
import type { Action, Datastore, Item } from "../../model/records/index.ts"
import { findDatastores, runCall } from "../../operations/index.ts"
import { requireUser } from "../../people/index.ts"
import { itemsTable, type View } from "../../state/index.ts"
import { Draw, type Drawing, drawItem, drawingOf, drawValue } from "./draw-value.ts"

/** Wish for invented items. */
export interface SeedItems {
  /** The datastore, by display ID, `APP/DS` or d_id. */
  readonly datastore: string
  readonly count: number
  readonly seed?: number | undefined
  readonly from?: number | undefined
  readonly locale?: Lang | undefined
  readonly as?: string | undefined
}

/** Number of items that `seedItems` made, and of the status actions that it ran. */
export interface SeededItems {
  readonly created: number
  readonly moved: number
  /** Number of status actions that were refused, for example by a script, and the first reason. */
  readonly refused: number
  readonly reason: string | null
}

/** Maximum number of items of one call. */
const MAX_ITEMS = 1_000_000

/** Maximum number of users who make the items. */
const MAX_CREATORS = 20

/** Maximum number of times that the values of one item are drawn. */
const MAX_DRAWS = 20

const PERCENT_FILLED = 90
const PERCENT_LINKED = 50
const PERCENT_MOVED = 65

/** Where the items go and which calls make them. */
interface Plan {
  readonly application: string
  readonly datastore: Datastore
  readonly action: Action
  readonly creators: readonly string[]
}

/**
 * Creates items with invented values that fit the schema, links them to existing items and moves them along their statuses, with calls of
 * the users who may make them (control.md section 1, "seed"). Rejects before the first item if the wish is invalid.
 */
export async function seedItems(engine: Engine, wish: SeedItems): Promise<SeededItems> {
  requireWish(wish)
  const { count, seed = 1, from = 0, locale = "en" } = wish
  const plan = planOf(engine.view(), wish)
  let moved = 0
  let refused = 0
  let reason: string | null = null
  for (let made = 0; made < count; made += 1) {
    const at = from + made
    const draw = new Draw(seed, at)
    const uId = draw.one(plan.creators)
    const drawing = drawingOf({ ...scopeIn(engine, plan, uId), draw, at }, locale)
    const itemId = await createOne(engine, plan, drawing).catch((error: unknown) => {
      throw error instanceof DomainError && made > 0
        ? new DomainError(error.code, error.reason, `${error.message} (${made} of ${count} items were created)`)
        : error
    })
    await linkOne(engine, plan, drawing, itemId)
    for (const result of await moveOne(engine, plan, drawing, itemId)) {
      if (result === null) moved += 1
      else {
        refused += 1
        reason ??= result
      }
    }
  }
  return { created: count, moved, refused, reason }
}

function requireWish(wish: SeedItems): void {
  requireOptions("seedItems", wish, { datastore: true, count: true, seed: true, from: true, locale: true, as: true })
  const { count, seed = 1, from = 0, locale = "en" } = wish
  if (!Number.isInteger(count) || count < 1 || count > MAX_ITEMS) {
    throw invalidParams(`count: expected a whole number from 1 to ${MAX_ITEMS}, received ${inspect(count)}`)
  }
  if (!Number.isSafeInteger(seed)) throw invalidParams(`seed: expected a whole number, received ${inspect(seed)}`)
  if (!Number.isSafeInteger(from) || from < 0) {
    throw invalidParams(`from: expected a whole number of at least 0, received ${inspect(from)}`)
  }
  if (!LANGS.includes(locale)) {
    throw invalidParams(`locale: expected one of ${LANGS.join(", ")}, received ${inspect(locale)}`)
  }
}

function planOf(view: View, { datastore: named, as }: SeedItems): Plan {
  const datastore = requireNamed(view, named)
  const application = view.expect("applications", datastore.pId)
  const path = `${application.displayId}/${datastore.displayId}`
  const action = findDefaultAction(datastore, "1")
  if (action === undefined) {
    throw invalidParams(`the datastore ${path} has no create action; add an action with crud_type "1" and no status`)
  }
  const isCreator = (actor: Actor) =>
    seesDatastore(view, actor, datastore) && mayRunAction(view, actor, datastore, action)
  const place = { application: application.displayId, datastore, action }
  if (as !== undefined) {
    const user = requireUser(view, as)
    if (user.currentWId === datastore.wId && isCreator(actorOf(view, user))) return { ...place, creators: [user.uId] }
    throw invalidParams(`${as} may not run ${action.displayId}, the create action of ${path}; name another user`)
  }
  const creators: string[] = []
  for (const user of view.list("users", "usersByWorkspace", datastore.wId)) {
    if (creators.length === MAX_CREATORS) break
    if (!user.isBot && user.currentWId === datastore.wId && isCreator(actorOf(view, user))) creators.push(user.uId)
  }
  if (creators.length > 0) return { ...place, creators }
  throw invalidParams(`nobody may run ${action.displayId}, the create action of ${path}; grant a user one of its roles`)
}

/** Finds a datastore by d_id, display ID or `APP/DS`. */
function requireNamed(view: View, reference: string): Datastore {
  if (typeof reference !== "string" || reference === "") {
    throw invalidParams(`datastore: expected a display ID such as Orders, received ${inspect(reference)}`)
  }
  const [first, ...rest] = reference.split("/")
  const found = rest.length === 0 ? findDatastores(view, reference) : findDatastores(view, rest.join("/"), first)
  const pathOf = ({ pId, displayId }: Datastore) => `${view.expect("applications", pId).displayId}/${displayId}`
  if (found.length > 1) {
    throw invalidParams(
      `several datastores have the ID ${reference}; use one of ${found.map(pathOf).join(", ")}, or the d_id`,
    )
  }
  const [only] = found
  if (only !== undefined) return only
  const all = view.all("datastores")
  const meant = nearest(reference, [...all.map(({ displayId }) => displayId), ...all.map(pathOf)])
  const hint = meant === undefined ? "" : `; did you mean ${meant}?`
  throw targetNotFound(`the world has no datastore ${JSON.stringify(reference)}${hint}`)
}

/** Returns the current state of the datastore for a user. */
function scopeIn(
  engine: Engine,
  { datastore: { dId } }: Plan,
  uId: string,
): Pick<Drawing, "view" | "actor" | "datastore"> {
  const view = engine.view()
  return { view, actor: requireActor(view, uId), datastore: view.expect("datastores", dId) }
}

/** Creates an item. If it is refused, for example by a script, draws other values, at most MAX_DRAWS times. */
async function createOne(engine: Engine, plan: Plan, drawing: Drawing): Promise<string> {
  const { application, datastore, action } = plan
  const place = { application, datastore: datastore.displayId, actionId: action.aId }
  for (let draws = 1; ; draws += 1) {
    const item = valuesFor(drawing, action, undefined)
    try {
      const { itemId } = (await runCall(engine, drawing.actor.uId, "createItem", { ...place, item })) as {
        readonly itemId: string
      }
      return itemId
    } catch (error) {
      if (!(error instanceof DomainError) || draws === MAX_DRAWS) throw error
    }
  }
}

/** Draws the values for an action. For an existing item, draws only those that the action requires and the item lacks. */
function valuesFor(drawing: Drawing, action: Action, item: Item | undefined): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const field of shownFields(drawing.view, drawing.actor, drawing.datastore)) {
    const { show, update, mandatory } = action.fieldSettings[field.fId] ?? EVERYTHING
    if (!mandatory && !(show && update)) continue
    if (item !== undefined && !(mandatory && item.values[field.fId] === undefined)) continue
    if (!mandatory && !drawing.draw.chance(PERCENT_FILLED)) continue
    const value = drawValue(drawing, field)
    if (value !== undefined) values[field.displayId] = value
  }
  return values
}

const EVERYTHING = { show: true, update: true, mandatory: false }

/** Links half of the items to an item of each related datastore that no lookup refers to. */
async function linkOne(engine: Engine, plan: Plan, drawing: Drawing, itemId: string): Promise<void> {
  const { view, actor, datastore, draw } = drawing
  const lookedUp = new Set(
    datastore.fields.map((field) => (field.dataType === "dslookup" ? field.dslookup?.dId : undefined)),
  )
  const item = engine.view().get(itemsTable(datastore.dId), itemId)
  if (item === undefined || !seesItem(actor, item)) return
  const mayLink = datastore.actions.some(
    (action) =>
      action.crudType === "2" &&
      (action.statusId === null || action.statusId === item.statusId) &&
      mayRunAction(view, actor, datastore, action),
  )
  for (const dId of datastore.relations) {
    const other = view.get("datastores", dId)
    if (!mayLink || other === undefined || lookedUp.has(dId) || !draw.chance(PERCENT_LINKED)) continue
    const target = seesDatastore(view, actor, other) ? drawItem(drawing, dId) : undefined
    if (target === undefined || target.iId === itemId) continue
    const link = { datastore: dId, itemId: target.iId }
    const place = { application: plan.application, datastore: datastore.displayId, itemId }
    await runCall(engine, actor.uId, "addItemLink", { ...place, link })
  }
}

/** Runs status actions on an item, so that the items spread over the statuses. Returns null or the refusal of each. */
async function moveOne(engine: Engine, plan: Plan, drawing: Drawing, itemId: string): Promise<(string | null)[]> {
  const { draw } = drawing
  const results: (string | null)[] = []
  const visited = new Set<string>()
  for (;;) {
    const scope = scopeIn(engine, plan, drawing.actor.uId)
    const { view, actor, datastore } = scope
    const item = view.get(itemsTable(datastore.dId), itemId)
    if (item === undefined || item.statusId === null || !seesItem(actor, item)) return results
    visited.add(item.statusId)
    const moves = statusMovesFrom(datastore, item.statusId).filter(
      ({ action, sId }) =>
        action.statusId === item.statusId && !visited.has(sId) && mayRunAction(view, actor, datastore, action),
    )
    if (moves.length === 0 || !draw.chance(PERCENT_MOVED)) return results
    const { action } = draw.one(moves)
    const place = { application: plan.application, datastore: datastore.displayId, itemId, actionId: action.aId }
    const values = valuesFor({ ...drawing, ...scope }, action, item)
    const refusal = await runCall(engine, actor.uId, "executeAction", {
      ...place,
      revNo: item.revNo,
      item: values,
    }).then(
      () => null,
      (error: unknown) => {
        if (error instanceof DomainError) return `${action.displayId}: ${error.why ?? error.text}`
        throw error
      },
    )
    results.push(refusal)
    if (refusal !== null) return results
  }
}
