import fc from "fast-check"
import { resolveReferences } from "../../arbitraries/references.ts"
import { defaultAction, findDatastore } from "../../model/model.ts"
import { mayRun, seesDatastore } from "../../model/people.ts"
import type { WriteBody } from "../../model/write-body.ts"
import type { KitAction, KitDatastore, KitSchema } from "../../schema.ts"
import { Disagreement, type Session, shorten } from "../../session.ts"
import type { KitAnswer, KitRequest } from "../../targets.ts"
import { type AnyKind, kind } from "../command.ts"
import { datastoreParams } from "../params.ts"
import { callerAt, datastoreOf, userAt } from "../pick.ts"
import { LiveItems, PICKS } from "./live-items.ts"
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

interface ActionDraft {
  readonly user: number
  readonly item: number
  /** Chooses among the actions that the item's status offers, or among all actions if it is a multiple of `ANY_ACTION`. */
  readonly nth: number
  readonly datastore: string
  readonly body: WriteBody
}

/** One of so many drafts runs any action, also one that the item's status does not offer. */
const ANY_ACTION = 8

/** One past the largest number that chooses an action. */
const NTHS = 840

interface ActionKind {
  readonly name: string
  /** Returns the actions that the command may run. An action that is there twice runs twice as often. */
  readonly actions: (datastore: KitDatastore) => readonly KitAction[]
  readonly request: (action: KitAction, body: object, iId: string) => Pick<KitRequest, "operation" | "params" | "body">
}

/** Returns an action that may write every field that one of the actions may write, with a value for each mandatory one. */
function widest(actions: readonly KitAction[]): KitAction {
  const [first] = actions as readonly [KitAction]
  const ids = new Set(actions.flatMap(({ fields }) => Object.keys(fields)))
  const settings = [...ids].flatMap((id) => {
    const all = actions.map(({ fields }) => fields[id])
    if (all.some((one) => one === undefined) && !all.some((one) => one?.mandatory)) return []
    const one = { show: false, update: false, mandatory: false }
    for (const each of all) {
      const isOpen = each === undefined || (each.show && each.update)
      Object.assign(one, isOpen && { show: true, update: true }, each?.mandatory && { mandatory: true })
    }
    return [[id, one] as const]
  })
  return { ...first, fields: Object.fromEntries(settings) }
}

/** Leaves out values of fields that the action closes. */
function permittedPart(body: WriteBody, { fields }: KitAction): WriteBody {
  const isOpen = (id: string) => fields[id] === undefined || (fields[id].show && fields[id].update)
  return { ...body, item: Object.fromEntries(Object.entries(body.item ?? {}).filter(([id]) => isOpen(id))) }
}

/** Defines a command on the items of any datastore. The model does not predict its response and its effects. */
const runsAction = ({ name, actions, request }: ActionKind): AnyKind =>
  kind<ActionDraft>({
    name,
    isUnmodelled: true,
    draft(schema) {
      const choices = schema.datastores.flatMap((datastore) => actions(datastore).map(() => datastore))
      if (choices.length === 0) return `no datastore has an action for ${name}`
      return fc.constantFrom(...choices).chain((datastore) =>
        fc.record({
          user: fc.nat(20),
          item: fc.nat(PICKS - 1),
          nth: fc.nat(NTHS - 1),
          datastore: fc.constant(datastore.path),
          body: writeBodies(schema, datastore, widest(actions(datastore)), RULE_ODDS),
        }),
      )
    },
    async run(model, session, { nth, ...draft }) {
      const datastore = datastoreOf(model, draft.datastore)
      const live = await LiveItems.of(session, model)
      const all = actions(datastore)
      const creates = all[0]?.crudType === "1"
      const iId = creates ? "" : live.pick(datastore, all, draft.item)
      if (iId === undefined) return
      const offered = creates || nth % ANY_ACTION === 0 ? all : live.offered(datastore, all, iId)
      const action = offered[nth % offered.length] as KitAction
      const body = resolveReferences(permittedPart(draft.body, action), (path) => {
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

const change = (body: object) => ({ ...body, is_force_update: true, use_display_id: true })

/** Returns the datastore's default action of a type in a list; an empty list if it has none. */
const byDefault = (type: KitAction["crudType"]) => (datastore: KitDatastore) =>
  [defaultAction(datastore, type)].filter((action) => action !== undefined)

/** Frequency of an update action that is not the default one, which UpdateItem runs as well. */
const OWN_ACTION = 3

const updates = ({ actions }: KitDatastore): readonly KitAction[] =>
  actions
    .filter(({ crudType }) => crudType === "2")
    .flatMap((action) => Array.from({ length: action.isDefault ? 1 : OWN_ACTION }, () => action))

const CreateItem = runsAction({
  name: "CreateItem",
  actions: byDefault("1"),
  request: (_, body) => ({ operation: "createItem", body }),
})

const UpdateItem = runsAction({
  name: "UpdateItem",
  actions: byDefault("2"),
  request: (_, body, iId) => ({ operation: "updateItem", params: { "item-id": iId }, body: change(body) }),
})

const ExecuteAction = runsAction({
  name: "ExecuteAction",
  actions: updates,
  request: ({ displayId }, body, iId) => ({
    operation: "executeAction",
    params: { "item-id": iId, "action-id": displayId },
    body: change(body),
  }),
})

const DeleteItem = runsAction({
  name: "DeleteItem",
  actions: byDefault("3"),
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
export const unpredictedCommands: Readonly<Record<string, Weighted>> = {
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
