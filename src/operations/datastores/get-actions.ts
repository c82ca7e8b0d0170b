import { findStatus, requireDatastore, withPlaceCode } from "../../access/index.ts"
import { type AnswerContext, query } from "../../engine/index.ts"
import { runnableActions } from "../../fields/index.ts"
import { DomainError, invalidParams, type Lang, type SId } from "../../model/index.ts"
import { optionalId } from "../../model/input/index.ts"
import type { Action, Datastore } from "../../model/records/index.ts"
import { answerAction } from "../answers/settings.ts"
import { anyDatastore } from "../places.ts"

export interface ActionsResult {
  readonly datastore: Datastore
  readonly lang: Lang
  /** Actions that the caller may run, in display order. */
  readonly actions: readonly Action[]
}

const answerActions = ({ datastore, actions }: ActionsResult, context: AnswerContext) => ({
  actions: actions.map((action) => answerAction(context, datastore, action)),
})

const noNewAction = {
  statusOf: "NOT_FOUND",
  shape: "errorMessage",
  error: "new action is not found for {datastore-id}",
  number: 101,
  showsCode: true,
} as const

const ofStatus = () => ({
  ...anyDatastore(),
  status: optionalId().describe("The status whose status actions are listed, by display or internal ID"),
})

/** Returns the actions that the caller may run: all, or those of a given status and those of any status. (api.md section 15) */
export const getActions = query({
  name: "GetActions",
  summary: "Returns the actions of a datastore that the caller may run",
  input: ofStatus,
  place: ["application", "datastore"],
  authorize: requireDatastore,
  execute(view, { principal, granted: datastore }, { status }): ActionsResult {
    const sId = requireStatusId(datastore, status)
    const actions = runnableActions(view, principal, datastore).all
    return {
      datastore,
      lang: view.settings.lang,
      actions: sId === undefined ? actions : actions.filter(({ statusId }) => statusId === null || statusId === sId),
    }
  },
  answer: answerActions,
})

const requirePlace = withPlaceCode("INVALID_PARAMS", requireDatastore)

/** Returns the create actions that the caller may run. Throws INVALID_PARAMS if there are none. (api.md section 15) */
export const getNewActions = query({
  name: "GetNewActions",
  summary: "Returns the create actions of a datastore",
  input: anyDatastore,
  place: ["application", "datastore"],
  authorize: requirePlace,
  errors: { place: noNewAction, target: noNewAction },
  execute(view, { principal, granted: datastore }, place): ActionsResult {
    const actions = runnableActions(view, principal, datastore).all.filter(({ crudType }) => crudType === "1")
    if (actions.length === 0)
      throw new DomainError("INVALID_PARAMS", "target", `new action is not found for ${place.datastore}`)
    return { datastore, lang: view.settings.lang, actions }
  },
  answer: answerActions,
})

/** Returns the update actions that need no status. If a status is given, also returns those of that status. (api.md section 15) */
export const getUpdateActions = query({
  name: "GetUpdateActions",
  summary: "Returns the update actions of a datastore",
  input: ofStatus,
  place: ["application", "datastore"],
  authorize: requireDatastore,
  execute(view, { principal, granted: datastore }, { status }): ActionsResult {
    const sId = requireStatusId(datastore, status)
    return {
      datastore,
      lang: view.settings.lang,
      actions: runnableActions(view, principal, datastore).all.filter(
        ({ crudType, statusId }) => crudType === "2" && (statusId === null || statusId === sId),
      ),
    }
  },
  answer: answerActions,
})

function requireStatusId(datastore: Datastore, reference: string | undefined): SId | undefined {
  if (reference === undefined) return undefined
  const status = findStatus(datastore, reference)
  if (status === undefined) throw invalidParams(`status not found: ${reference}`)
  return status.sId
}
