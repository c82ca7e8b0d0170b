import fc from "fast-check"
import { defaultAction } from "../../model/model.ts"
import type { KitAction, KitDatastore, KitSchema } from "../../schema.ts"
import { Disagreement, type Session, shorten } from "../../session.ts"
import type { KitRequest } from "../../targets.ts"
import { type AnyKind, kind } from "../command.ts"
import { datastoreParams } from "../params.ts"
import { callerAt, datastoreOf, resolved } from "../pick.ts"
import { hasNoScript, type WriteDraft, writeDrafts } from "./write-draft.ts"

interface ScriptedDraft extends WriteDraft {
  readonly action: KitAction
}

interface ScriptedKind {
  readonly name: string
  /** Returns the actions that the command may run. */
  readonly actions: (datastore: KitDatastore) => readonly (KitAction | undefined)[]
  readonly request: (action: KitAction, body: object, iId: string) => Pick<KitRequest, "operation" | "params" | "body">
}

const FIRST_SERVER_ERROR = 500

async function send(session: Session, request: KitRequest): Promise<void> {
  const { status, body } = await session.call(request)
  if (status < FIRST_SERVER_ERROR) return
  throw new Disagreement(
    `${request.operation} as ${request.user}: expected any status below 500, received ${status} ${shorten(JSON.stringify(body))}`,
  )
}

/** Defines a command on datastores whose actions run scripts. The model does not predict its response and its effects. */
const scripted = ({ name, actions, request }: ScriptedKind): AnyKind =>
  kind<ScriptedDraft>({
    name,
    isUnmodelled: true,
    draft(schema) {
      const choices = schema.datastores
        .filter((datastore) => !hasNoScript(datastore))
        .flatMap((datastore) => actions(datastore).flatMap((action) => (action ? [{ datastore, action }] : [])))
      if (choices.length === 0) return `no datastore with scripts has an action for ${name}`
      return fc.constantFrom(...choices).chain(({ datastore, action }) => {
        const drafts = writeDrafts(schema, [datastore], action.crudType) as fc.Arbitrary<WriteDraft>
        return drafts.map((draft) => ({ ...draft, action }))
      })
    },
    async run(model, session, { action, ...draft }) {
      const datastore = datastoreOf(model, draft.datastore)
      const mayRun = action.roles.map((role) => `${datastore.application}:${role}`)
      const user = callerAt(model, draft.user, ({ roles }) => roles.some((role) => mayRun.includes(role)))
      const body = resolved(model, draft.body)
      // The model does not know the items that scripts created, so the target lists the items.
      const { [datastore.dId]: iIds = [] } = await session.target.listItems([datastore.dId])
      const iId = iIds[draft.item % iIds.length]
      if (iId === undefined && action.crudType !== "1") return
      const { operation, params, body: whole } = request(action, body, iId ?? "")
      await send(session, {
        operation,
        user: user.reference,
        params: { ...datastoreParams(datastore), ...params },
        body: whole,
      })
    },
  })

const ofType = (datastore: KitDatastore, type: KitAction["crudType"]) =>
  datastore.actions.filter(({ crudType }) => crudType === type)

const change = (body: object) => ({ ...body, is_force_update: true, use_display_id: true })

/** Commands on datastores with scripts, by the name of the command kind that they supplement. */
export const scriptedKinds: Readonly<Record<string, AnyKind>> = {
  CreateItem: scripted({
    name: "CreateItem",
    actions: (datastore) => [defaultAction(datastore, "1")],
    request: (_, body) => ({ operation: "createItem", body }),
  }),
  UpdateItem: scripted({
    name: "UpdateItem",
    actions: (datastore) => [defaultAction(datastore, "2")],
    request: (_, body, iId) => ({ operation: "updateItem", params: { "item-id": iId }, body: change(body) }),
  }),
  ExecuteAction: scripted({
    name: "ExecuteAction",
    actions: (datastore) => ofType(datastore, "2"),
    request: ({ displayId }, body, iId) => ({
      operation: "executeAction",
      params: { "item-id": iId, "action-id": displayId },
      body: change(body),
    }),
  }),
  DeleteItem: scripted({
    name: "DeleteItem",
    actions: (datastore) => [defaultAction(datastore, "3")],
    request: (_, __, iId) => ({ operation: "deleteItem", params: { "item-id": iId }, body: {} }),
  }),
}

/** Whether the kit can write to a datastore whose actions run scripts. */
export const hasScripted = (schema: KitSchema): boolean =>
  typeof scriptedKinds.CreateItem?.commands(schema) !== "string" ||
  schema.datastores.some((datastore) => !hasNoScript(datastore) && datastore.items.length > 0)
