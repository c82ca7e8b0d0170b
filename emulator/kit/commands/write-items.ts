import fc from "fast-check"
import { invalidItem, validItem } from "../arbitraries/values.ts"
import { accessKeyUpdates, badlyNestedItems, relatedItems } from "../arbitraries/writes.ts"
import type { KeyUpdates } from "../model/keys.ts"
import { defaultAction, findDatastore, type Model, type ModelItem } from "../model/model.ts"
import { shownValue } from "../model/reads.ts"
import { actionOf, type WriteBody } from "../model/write-body.ts"
import { copy, create, remove, rename, update } from "../model/writes.ts"
import type { KitAction, KitDatastore, KitSchema, KitUser } from "../schema.ts"
import { Disagreement, type Session } from "../session.ts"
import { itemAt, itemParams, kind, observe, resolved, userAt } from "./command.ts"

interface WriteDraft {
  readonly user: number
  readonly observer: number
  readonly datastore: string
  /** Which item to write; not for creations. */
  readonly item: number
  /** How the revision is given: the right one, a stale one, none, or forced. */
  readonly revision: "right" | "stale" | "none" | "force"
  readonly body: WriteBody
}

/** Datastores the kit can write to, or why there are none. */
export function writableDatastores(schema: KitSchema): readonly KitDatastore[] | string {
  if (schema.datastores.length === 0) return "the workspace has no datastores"
  const plain = schema.datastores.filter((datastore) => datastore.actions.every((action) => !action.hasScript))
  return plain.length > 0 ? plain : "every datastore has actions with scripts, whose effects the model can't know"
}

/** Bodies of a write: mostly valid values, sometimes wrong ones, keys and related entries. */
function bodies(schema: KitSchema, datastore: KitDatastore): fc.Arbitrary<WriteBody> {
  const wrong = invalidItem(schema, datastore)
  const mayRelate = !schema.avoid.includes("related_ds_items")
  const related = mayRelate ? relatedItems(schema, datastore) : null
  const badlyNested = mayRelate ? badlyNestedItems(schema, datastore) : null
  const mayGrant = !schema.avoid.includes("access_key_updates")
  const grants = mayGrant ? fc.option(accessKeyUpdates(schema, datastore.application), { freq: 3 }) : fc.constant(null)
  const values = fc.oneof(
    { weight: 6, arbitrary: validItem(schema, datastore) },
    ...(wrong === null ? [] : [{ weight: 1, arbitrary: wrong.map((one) => one.item) }]),
  )
  const relatedEntries = fc.oneof(
    { weight: 5, arbitrary: fc.constant(undefined) },
    ...(related === null ? [] : [{ weight: 3, arbitrary: related }]),
    ...(badlyNested === null ? [] : [{ weight: 1, arbitrary: badlyNested }]),
  )
  return fc
    .tuple(values, relatedEntries, grants, fc.boolean())
    .map(([item, related_ds_items, keys, ensure_transaction]) => {
      // related items are found again through the main item, so whoever wrote it must still see it
      const access = related_ds_items === undefined ? keys : { ...keys, ignore_action_settings: false }
      return {
        item,
        ensure_transaction,
        ...(related_ds_items === undefined ? {} : { related_ds_items }),
        ...(keys === null ? {} : { access_key_updates: access as KeyUpdates }),
      }
    })
}

function drafts(schema: KitSchema): fc.Arbitrary<WriteDraft> | string {
  const datastores = writableDatastores(schema)
  if (typeof datastores === "string") return datastores
  return fc.constantFrom(...datastores).chain((datastore) =>
    fc.record({
      user: fc.nat(20),
      observer: fc.nat(20),
      datastore: fc.constant(datastore.path),
      item: fc.nat(20),
      revision: fc.constantFrom("right", "right", "right", "stale", "none", "force") as fc.Arbitrary<
        WriteDraft["revision"]
      >,
      body: bodies(schema, datastore),
    }),
  )
}

const datastoreOf = (model: Model, path: string): KitDatastore => findDatastore(model, path) as KitDatastore

export const createItem = kind<WriteDraft>({
  name: "CreateItem",
  draft: drafts,
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft.datastore)
    const user = userAt(model, draft.user)
    const body = { ...resolved(model, draft.body), ...(draft.revision === "force" ? { is_force_update: true } : {}) }
    const write = create(model, user.uId, datastore, body)
    const answer = await session.expect(
      {
        operation: "createItem",
        user: user.reference,
        params: { "app-id": datastore.application, "datastore-id": datastore.displayId },
        body,
      },
      write.prediction,
    )
    if (write.item === null) return
    rename(model, write.item, answer.body.item_id)
    await findCreated(model, session, user, write.item, write.created)
    await observe(model, session, userAt(model, draft.observer), write.item)
  },
})

function revisionOf(draft: WriteDraft, item: ModelItem): Pick<WriteBody, "rev_no" | "is_force_update"> {
  if (draft.revision === "force") return { is_force_update: true }
  if (draft.revision === "none") return {}
  return { rev_no: draft.revision === "right" ? item.rev : item.rev + 1 }
}

export const updateItem = kind<WriteDraft>({
  name: "UpdateItem",
  draft: drafts,
  isPossible: (model, draft) => itemAt(model, draft.item, draft.datastore) !== undefined,
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft.datastore)
    const item = itemAt(model, draft.item, draft.datastore) as ModelItem
    const user = userAt(model, draft.user)
    const body = { ...resolved(model, draft.body), ...revisionOf(draft, item), use_display_id: true }
    const write = update(model, user.uId, datastore, item.iId, defaultAction(datastore, "2"), body)
    const answer = await session.expect(
      { operation: "updateItem", user: user.reference, params: itemParams(item), body },
      write.prediction,
    )
    await afterUpdate(model, session, draft, user, item, write, answer.body)
  },
})

async function afterUpdate(
  model: Model,
  session: Session,
  draft: WriteDraft,
  user: KitUser,
  item: ModelItem,
  write: ReturnType<typeof update>,
  body: { readonly rev_no?: { readonly rev_no?: number } },
): Promise<void> {
  const now = model.items.get(item.iId)
  if (write.item !== null && body.rev_no?.rev_no !== write.item.rev) {
    throw new Disagreement(`the answer names rev_no ${body.rev_no?.rev_no}, expected ${write.item.rev}`)
  }
  if (write.item !== null) await findCreated(model, session, user, write.item, write.created)
  await observe(model, session, userAt(model, draft.observer), now ?? item)
}

interface ActionDraft extends WriteDraft {
  /** Which of the datastore's update actions. */
  readonly action: number
}

export const executeAction = kind<ActionDraft>({
  name: "ExecuteAction",
  draft(schema) {
    const writes = drafts(schema)
    if (typeof writes === "string") return writes
    return fc.tuple(writes, fc.nat(40)).map(([write, action]) => ({ ...write, action }))
  },
  isPossible: (model, draft) =>
    itemAt(model, draft.item, draft.datastore) !== undefined &&
    datastoreOf(model, draft.datastore).actions.some((action) => action.crudType === "2"),
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft.datastore)
    const item = itemAt(model, draft.item, draft.datastore) as ModelItem
    const user = userAt(model, draft.user)
    const actions = datastore.actions.filter((action) => action.crudType === "2")
    const offered = actions.filter((action) => action.status === null || action.status === item.status)
    const pool = draft.action % 4 === 0 || offered.length === 0 ? actions : offered
    const action = actionOf(datastore, pool[Math.floor(draft.action / 4) % pool.length]?.displayId ?? "")
    const body = { ...resolved(model, draft.body), ...revisionOf(draft, item), use_display_id: true }
    const write = update(model, user.uId, datastore, item.iId, action, body)
    const answer = await session.expect(
      {
        operation: "executeAction",
        user: user.reference,
        params: { ...itemParams(item), "action-id": action?.displayId ?? "" },
        body,
      },
      write.prediction,
    )
    await afterUpdate(model, session, draft, user, item, write, answer.body)
  },
})

export const copyItem = kind<WriteDraft>({
  name: "ExecuteAction of a copy",
  draft: drafts,
  isPossible: (model, draft) =>
    itemAt(model, draft.item, draft.datastore) !== undefined &&
    defaultAction(datastoreOf(model, draft.datastore), "4") !== undefined,
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft.datastore)
    const item = itemAt(model, draft.item, draft.datastore) as ModelItem
    const user = userAt(model, draft.user)
    const action = defaultAction(datastore, "4") as KitAction
    const body = { item: resolved(model, draft.body.item ?? {}) }
    const write = copy(model, user.uId, datastore, item.iId, action, body)
    const answer = await session.expect(
      {
        operation: "executeAction",
        user: user.reference,
        params: { ...itemParams(item), "action-id": action.displayId },
        body: { ...body, use_display_id: true },
      },
      write.prediction,
    )
    if (write.item === null) return
    rename(model, write.item, answer.body.item_id)
    await observe(model, session, userAt(model, draft.observer), write.item)
  },
})

interface DeleteDraft {
  readonly user: number
  readonly observer: number
  readonly item: number
}

export const deleteItem = kind<DeleteDraft>({
  name: "DeleteItem",
  draft: (schema) =>
    schema.datastores.length === 0
      ? "the workspace has no datastores"
      : fc.record({ user: fc.nat(20), observer: fc.nat(20), item: fc.nat(40) }),
  isPossible: (model, draft) => itemAt(model, draft.item) !== undefined,
  async run(model, session, draft) {
    const item = itemAt(model, draft.item) as ModelItem
    const user = userAt(model, draft.user)
    const others = [...model.items.values()].filter((other) => other !== item && other.links.has(item.iId))
    const prediction = remove(model, user.uId, item.datastore, item.iId)
    await session.expect(
      { operation: "deleteItem", user: user.reference, params: itemParams(item), body: {} },
      prediction,
    )
    await observe(model, session, userAt(model, draft.observer), item)
    for (const other of others.slice(0, 1)) await observe(model, session, userAt(model, draft.observer), other)
  },
})

/**
 * Finds the IDs of items that came into being as related entries: they are linked from an item that is known.
 * Items that look the same are told apart by nothing, and need not be.
 */
async function findCreated(
  model: Model,
  session: Session,
  user: KitUser,
  root: ModelItem,
  created: readonly ModelItem[],
): Promise<void> {
  const waiting = new Set(created.filter((item) => item.iId.startsWith("new:") && model.items.get(item.iId) === item))
  const known = [root]
  for (let parent = known.shift(); parent !== undefined && waiting.size > 0; parent = known.shift()) {
    const answer = await session.call({
      operation: "getItemDetails",
      user: user.reference,
      params: itemParams(parent),
      query: { format: "map", include_linked_items: "true" },
    })
    for (const [displayId, linked] of Object.entries<{ items: { i_id: string }[] }>(answer.body.linked_items ?? {})) {
      for (const { i_id } of linked.items) {
        if (model.items.has(i_id)) continue
        const found = await identify(session, user, i_id, displayId, waiting)
        if (found === undefined)
          throw new Disagreement(`an item ${i_id} in ${displayId} exists that was never asked for`)
        waiting.delete(found)
        rename(model, found, i_id)
        known.push(found)
      }
    }
  }
  if (waiting.size > 0)
    throw new Disagreement(`${waiting.size} related items were not created or not linked to their parent`)
}

async function identify(
  session: Session,
  user: KitUser,
  iId: string,
  displayId: string,
  waiting: ReadonlySet<ModelItem>,
): Promise<ModelItem | undefined> {
  const candidates = [...waiting].filter((item) => item.datastore.displayId === displayId)
  const [first] = candidates
  if (first === undefined) return undefined
  if (candidates.length === 1) return first
  const answer = await session.call({
    operation: "getItemDetails",
    user: user.reference,
    params: { ...itemParams(first), "item-id": iId },
    query: { format: "map" },
  })
  const values = answer.body.field_values ?? {}
  return candidates.find((item) =>
    item.datastore.fields
      .filter((field) => ["text", "number", "autonum", "select", "radio", "time"].includes(field.dataType))
      .every(
        (field) =>
          values[field.displayId] === undefined ||
          JSON.stringify(values[field.displayId].value) ===
            JSON.stringify(shownValue(field.dataType, item.values[field.displayId])),
      ),
  )
}
