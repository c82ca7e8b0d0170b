import { withPlaceCode } from "../../access/place-code.ts"
import { findStatus, requireDatastore } from "../../access/places.ts"
import { answerAction } from "../../answers/settings.ts"
import { runnableActions } from "../../datastores/runnable-actions.ts"
import type { AnswerContext } from "../../engine/answer-context.ts"
import { query } from "../../engine/operation.ts"
import { DomainError, invalidParams } from "../../model/error.ts"
import type { SId } from "../../model/ids.ts"
import { object, optionalId } from "../../model/input/schemas.ts"
import type { Lang } from "../../model/names.ts"
import type { Action, Datastore } from "../../records/datastore.ts"
import type { ActionsAnswer } from "../answers/settings-answers.ts"
import { anyDatastore } from "../places.ts"

export interface ActionsResult {
  /** The datastore. */
  readonly datastore: Datastore
  /** The world's language, which names are shown in. */
  readonly lang: Lang
  /** Those the caller may run, by display_order. */
  readonly actions: readonly Action[]
}

const answerActions = ({ datastore, actions }: ActionsResult, context: AnswerContext): ActionsAnswer => ({
  actions: actions.map((action) => answerAction(context, datastore, action)),
})

const noNewAction = {
  status: 404,
  shape: "errorMessage",
  error: "new action is not found for {datastore-id}",
  members: { code: 101, error_code: "INVALID_PARAMS" },
} as const

const ofStatus = () => ({
  ...anyDatastore(),
  status: optionalId().describe("The status whose status actions are listed, by display or internal ID"),
})

/** All actions that the caller may run, or those of the datastore and of one status. (api.md section 15) */
export const getActions = query({
  name: "GetActions",
  summary: "The actions of a datastore that the caller may run",
  input: () => object(ofStatus()),
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

/** The create actions; refuses with INVALID_PARAMS where the caller may run none. (api.md section 15) */
export const getNewActions = query({
  name: "GetNewActions",
  summary: "The create actions of a datastore",
  input: () => object(anyDatastore()),
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

/** The update actions of the datastore, with a status its status actions too. (api.md section 15) */
export const getUpdateActions = query({
  name: "GetUpdateActions",
  summary: "The update actions of a datastore",
  input: () => object(ofStatus()),
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
