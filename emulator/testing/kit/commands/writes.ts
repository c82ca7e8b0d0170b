import fc from "fast-check"
import { defaultAction, type ModelItem } from "../model/model.ts"
import { mayWrite } from "../model/people.ts"
import { actionOf } from "../model/write-body.ts"
import { copy, create, remove, rename, update } from "../model/writes.ts"
import type { KitAction } from "../schema.ts"
import { requireRevision } from "../session.ts"
import { kind } from "./command.ts"
import { draftsOf, type ItemRun, itemKind } from "./items/item-command.ts"
import { learnCreated, observe } from "./items/observe.ts"
import { datastoresWith, revisionOf, type WriteDraft, writableDatastores, writeDrafts } from "./items/write-draft.ts"
import { datastoreParams, itemParams } from "./params.ts"
import { callerAt, datastoreOf, resolveDraft, userAt } from "./pick.ts"

export const CreateItem = kind<WriteDraft>({
  name: "CreateItem",
  draft: (schema) => writeDrafts(schema, datastoresWith(schema, "1"), "1"),
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft.datastore)
    const user = callerAt(model, draft.user, ({ uId }) => mayWrite(model, uId, datastore, "1"))
    const body = { ...resolveDraft(model, draft.body), ...(draft.revision === "force" && { is_force_update: true }) }
    const write = create(model, user.uId, datastore, body)
    const answer = await session.expect(
      { operation: "createItem", user: user.reference, params: datastoreParams(datastore), body },
      write.prediction,
    )
    if (write.item === null) return
    rename(model, write.item, answer.body.item_id)
    await learnCreated(model, session, userAt(model, draft.observer), write.created)
    await observe(model, session, userAt(model, draft.observer), write.item)
  },
})

const NEEDS = "an item in the datastore"

async function updateItem(
  { model, session, draft, item, user }: ItemRun<WriteDraft>,
  operation: "updateItem" | "executeAction",
  action: KitAction | undefined,
): Promise<void> {
  const body = { ...resolveDraft(model, draft.body), ...revisionOf(draft, item), use_display_id: true }
  const write = update(model, user.uId, item.datastore, item.iId, action, body)
  const actionParams = operation === "updateItem" ? {} : { "action-id": action?.displayId ?? "" }
  const answer = await session.expect(
    { operation, user: user.reference, params: { ...itemParams(item), ...actionParams }, body },
    write.prediction,
  )
  const now = model.items.get(item.iId) ?? item
  requireRevision(write.item, answer)
  await learnCreated(model, session, userAt(model, draft.observer), write.created)
  await observe(model, session, userAt(model, draft.observer), now)
}

export const UpdateItem = itemKind<WriteDraft>({
  name: "UpdateItem",
  needs: NEEDS,
  draft: (schema) => writeDrafts(schema, writableDatastores(schema)),
  run: (run) => updateItem(run, "updateItem", defaultAction(run.item.datastore, "2")),
})

interface ActionDraft extends WriteDraft {
  readonly action: number
}

export const ExecuteAction = itemKind<ActionDraft>({
  name: "ExecuteAction",
  needs: NEEDS,
  draft(schema) {
    const writes = writeDrafts(schema, datastoresWith(schema, "2"))
    if (typeof writes === "string") return writes
    return fc.tuple(writes, fc.nat(40)).map(([write, action]) => ({ ...write, action }))
  },
  run: (run) => updateItem(run, "executeAction", actionAt(run.item, run.draft.action)),
})

function actionAt({ datastore, status }: ModelItem, nth: number): KitAction | undefined {
  const actions = datastore.actions.filter(({ crudType, hasScript }) => crudType === "2" && !hasScript)
  const offered = actions.filter((action) => action.status === null || action.status === status)
  const pool = nth % 4 === 0 || offered.length === 0 ? actions : offered
  return actionOf(datastore, pool[Math.floor(nth / 4) % pool.length]?.displayId ?? "")
}

export const CopyItem = itemKind<WriteDraft>({
  name: "CopyItem",
  needs: NEEDS,
  draft(schema) {
    const datastores = datastoresWith(schema, "4", (action) => action.status === null)
    return writeDrafts(schema, datastores)
  },
  async run({ model, session, draft, item, user }) {
    const action = defaultAction(item.datastore, "4") as KitAction
    const body = { item: resolveDraft(model, draft.body.item ?? {}) }
    const write = copy(model, user.uId, item.datastore, item.iId, action, body)
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

export const DeleteItem = itemKind<DeleteDraft>({
  name: "DeleteItem",
  needs: "an item whose delete action runs no script",
  fits: ({ datastore }) => defaultAction(datastore, "3")?.hasScript !== true,
  draft: (schema) => draftsOf<DeleteDraft>(schema, { user: fc.nat(20), observer: fc.nat(20), item: fc.nat(40) }),
  async run({ model, session, draft, item, user }) {
    const others = [...model.items.values()].filter((other) => other !== item && other.links.has(item.iId))
    const prediction = remove(model, user.uId, item.datastore, item.iId)
    await session.expect(
      { operation: "deleteItem", user: user.reference, params: itemParams(item), body: {} },
      prediction,
    )
    for (const other of [item, ...others.slice(0, 1)]) {
      await observe(model, session, userAt(model, draft.observer), other)
    }
  },
})
