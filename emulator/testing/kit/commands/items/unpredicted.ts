import fc from "fast-check"
import { resolveReferences } from "../../arbitraries/references.ts"
import { defaultAction, findDatastore, type Model } from "../../model/model.ts"
import { mayRun, seesDatastore } from "../../model/people.ts"
import type { WriteBody } from "../../model/write-body.ts"
import type { KitAction, KitDatastore, KitSchema } from "../../schema.ts"
import { Disagreement, type Session, shorten } from "../../session.ts"
import type { KitAnswer, KitRequest } from "../../targets.ts"
import { type AnyKind, kind } from "../command.ts"
import { datastoreParams } from "../params.ts"
import { callerAt, datastoreOf, userAt } from "../pick.ts"
import { RULE_ODDS, writeBodies } from "./write-draft.ts"

const FIRST_SERVER_ERROR = 500

async function send(session: Session, request: KitRequest): Promise<KitAnswer> {
  const answer = await session.call(request)
  const { status, body } = answer
  if (status < FIRST_SERVER_ERROR) return answer
  throw new Disagreement(
    `${request.operation} as ${request.user}: expected any status below 500, received ${status} ${shorten(JSON.stringify(body))}`,
  )
}

/** Items that exist when a command runs. The model does not know the items that scripts created, so the target lists them. */
class LiveItems {
  readonly #session: Session
  readonly #ids: ReadonlyMap<string, readonly string[]>
  readonly #initial: ReadonlyMap<string, string | null>

  private constructor(session: Session, schema: KitSchema, ids: Readonly<Record<string, readonly string[]>>) {
    this.#session = session
    this.#ids = new Map(schema.datastores.map(({ path, dId }) => [path, ids[dId] ?? []]))
    this.#initial = new Map(schema.datastores.flatMap(({ items }) => items.map(({ iId, status }) => [iId, status])))
  }

  static async of(session: Session, { schema }: Model): Promise<LiveItems> {
    const ids = await session.target.listItems(schema.datastores.map(({ dId }) => dId))
    return new LiveItems(session, schema, ids)
  }

  /** The status after the sequence's own actions. A script may have set another one. */
  #statusOf({ statuses }: KitDatastore, iId: string): string | null {
    return this.#session.written.get(iId) ?? this.#initial.get(iId) ?? statuses[0] ?? null
  }

  /** IDs to refer to. Every second one is of an item that the sequence has written, if there is one. */
  references(datastore: KitDatastore): readonly string[] {
    const ids = this.#ids.get(datastore.path) ?? []
    const own = ids.filter((iId) => this.#session.written.has(iId))
    if (own.length === 0 || own.length === ids.length) return ids
    const others = ids.filter((iId) => !own.includes(iId))
    return others.flatMap((iId, at) => [own[at % own.length] as string, iId])
  }

  /** Picks an item. Prefers items whose status offers the action, then items that left their first status, then written items. */
  pick(datastore: KitDatastore, action: KitAction | null, nth: number): string | undefined {
    const ids = this.#ids.get(datastore.path) ?? []
    const offers = (iId: string) => action === null || [null, this.#statusOf(datastore, iId)].includes(action.status)
    const hasMoved = (iId: string) => this.#statusOf(datastore, iId) !== (datastore.statuses[0] ?? null)
    const isWritten = (iId: string) => this.#session.written.has(iId)
    const offering = nth % 4 === 3 ? ids : preferFit(ids, offers)
    const moved = (nth >> 2) % 2 === 0 ? preferFit(offering, hasMoved) : offering
    const pool = (nth >> 3) % 4 === 3 ? moved : preferFit(moved, isWritten)
    return pool[(nth >> 5) % pool.length]
  }
}

/** One past the largest number that `LiveItems.pick` distinguishes for up to eight items. */
const PICKS = 256

function preferFit<T>(all: readonly T[], isFit: (one: T) => boolean): readonly T[] {
  const fitting = all.filter(isFit)
  return fitting.length > 0 ? fitting : all
}

interface ActionDraft {
  readonly user: number
  readonly item: number
  readonly datastore: string
  readonly action: KitAction
  readonly body: WriteBody
}

interface ActionKind {
  readonly name: string
  /** Returns the actions that the command may run. */
  readonly actions: (datastore: KitDatastore) => readonly (KitAction | undefined)[]
  readonly request: (action: KitAction, body: object, iId: string) => Pick<KitRequest, "operation" | "params" | "body">
}

/** Defines a command on the items of any datastore. The model does not predict its response and its effects. */
const runsAction = ({ name, actions, request }: ActionKind): AnyKind =>
  kind<ActionDraft>({
    name,
    isUnmodelled: true,
    draft(schema) {
      const choices = schema.datastores.flatMap((datastore) =>
        actions(datastore).flatMap((action) => (action ? [{ datastore, action }] : [])),
      )
      if (choices.length === 0) return `no datastore has an action for ${name}`
      return fc.constantFrom(...choices).chain(({ datastore, action }) =>
        fc.record({
          user: fc.nat(20),
          item: fc.nat(PICKS - 1),
          datastore: fc.constant(datastore.path),
          action: fc.constant(action),
          body: writeBodies(schema, datastore, action, RULE_ODDS),
        }),
      )
    },
    async run(model, session, { action, ...draft }) {
      const datastore = datastoreOf(model, draft.datastore)
      const live = await LiveItems.of(session, model)
      const creates = action.crudType === "1"
      const iId = creates ? "" : live.pick(datastore, action, draft.item)
      if (iId === undefined) return
      const body = resolveReferences(draft.body, (path) => {
        const referenced = findDatastore(model, path)
        return referenced === undefined ? [] : live.references(referenced)
      })
      const user = callerAt(
        model,
        draft.user,
        ({ uId }) => seesDatastore(model, uId, datastore) && mayRun(model, uId, datastore, action),
      )
      const { operation, params, body: whole } = request(action, body, iId)
      const answer = await send(session, {
        operation,
        user: user.reference,
        params: { ...datastoreParams(datastore), ...params },
        body: whole,
      })
      if (answer.status !== 200) return
      const id: unknown = creates ? answer.body?.item_id : iId
      if (typeof id === "string") session.written.set(id, action.nextStatus ?? session.written.get(id))
    },
  })

interface LinkDraft {
  readonly user: number
  readonly from: readonly [datastore: string, item: number]
  readonly to: readonly [datastore: string, item: number]
}

const AddItemLink = kind<LinkDraft>({
  name: "AddItemLink",
  isUnmodelled: true,
  draft(schema) {
    if (schema.datastores.length === 0) return "the workspace has no datastores"
    const item = fc.tuple(fc.constantFrom(...schema.datastores.map(({ path }) => path)), fc.nat(PICKS - 1))
    return fc.record({ user: fc.nat(20), from: item, to: item })
  },
  async run(model, session, { user, from, to }) {
    const live = await LiveItems.of(session, model)
    const [source, target] = [datastoreOf(model, from[0]), datastoreOf(model, to[0])]
    const [itemId, linked] = [live.pick(source, null, from[1]), live.pick(target, null, to[1])]
    if (itemId === undefined || linked === undefined || itemId === linked) return
    await send(session, {
      operation: "addItemLink",
      user: userAt(model, user).reference,
      params: { ...datastoreParams(source), "item-id": itemId },
      body: { link_datastore_id: target.dId, link_item_id: linked },
    })
  },
})

const AdvanceClock = kind<{ readonly ms: number }>({
  name: "AdvanceClock",
  isUnmodelled: true,
  draft: () => fc.record({ ms: fc.constantFrom(1000, 3_600_000, 86_400_000) }),
  async run(_, session, { ms }) {
    await session.advance(ms)
  },
})

const ofType = (datastore: KitDatastore, type: KitAction["crudType"]) =>
  datastore.actions.filter(({ crudType }) => crudType === type)

const change = (body: object) => ({ ...body, is_force_update: true, use_display_id: true })

const CreateItem = runsAction({
  name: "CreateItem",
  actions: (datastore) => [defaultAction(datastore, "1")],
  request: (_, body) => ({ operation: "createItem", body }),
})

const UpdateItem = runsAction({
  name: "UpdateItem",
  actions: (datastore) => [defaultAction(datastore, "2")],
  request: (_, body, iId) => ({ operation: "updateItem", params: { "item-id": iId }, body: change(body) }),
})

const ExecuteAction = runsAction({
  name: "ExecuteAction",
  actions: (datastore) => ofType(datastore, "2"),
  request: ({ displayId }, body, iId) => ({
    operation: "executeAction",
    params: { "item-id": iId, "action-id": displayId },
    body: change(body),
  }),
})

const DeleteItem = runsAction({
  name: "DeleteItem",
  actions: (datastore) => [defaultAction(datastore, "3")],
  request: (_, __, iId) => ({ operation: "deleteItem", params: { "item-id": iId }, body: {} }),
})

interface Weighted {
  readonly kind: AnyKind
  readonly weight: number
}

/**
 * Commands without predictions, by the name of the command kind that they supplement. A sequence of these commands mixes datastores with
 * and without scripts. The weights are relative frequencies in such a sequence.
 */
export const unpredicted: Readonly<Record<string, Weighted>> = {
  CreateItem: { kind: CreateItem, weight: 4 },
  UpdateItem: { kind: UpdateItem, weight: 3 },
  ExecuteAction: { kind: ExecuteAction, weight: 4 },
  DeleteItem: { kind: DeleteItem, weight: 1 },
  AddItemLink: { kind: AddItemLink, weight: 1 },
  AdvanceClock: { kind: AdvanceClock, weight: 1 },
}

/** Whether commands without predictions can write to a datastore. */
export const hasWrites = (schema: KitSchema): boolean =>
  typeof CreateItem.commands(schema) !== "string" || schema.datastores.some(({ items }) => items.length > 0)
