import { findStatus, requireDatastore } from "../../access/places.ts"
import { runnableActions } from "../../datastores/runnable-actions.ts"
import { query } from "../../engine/use-case.ts"
import { invalidParams, targetNotFound } from "../../error.ts"
import type { SId } from "../../ids.ts"
import type { Lang } from "../../names.ts"
import type { Action, Datastore } from "../../records/datastore.ts"

export interface GetActions {
  readonly datastore: string
  /** Narrows status actions to those of one status. */
  readonly status?: string | undefined
}

export interface ActionsResult {
  readonly datastore: Datastore
  readonly lang: Lang
  /** Those the caller may run, by display_order. */
  readonly actions: readonly Action[]
}

/** GetActions (api.md section 15): all of them, or those of the datastore and of one status. */
export const getActions = query((view, actor, input: GetActions): ActionsResult => {
  const datastore = requireDatastore(view, actor, { datastore: input.datastore })
  const sId = requireStatusId(datastore, input.status)
  const actions = runnableActions(view, actor, datastore).all
  return {
    datastore,
    lang: view.settings.lang,
    actions: sId === undefined ? actions : actions.filter(({ statusId }) => statusId === null || statusId === sId),
  }
})

/** GetNewActions (api.md section 15): the create actions; refuses with NOT_FOUND when there is none. */
export const getNewActions = query((view, actor, input: { readonly datastore: string }): ActionsResult => {
  const datastore = requireDatastore(view, actor, { datastore: input.datastore })
  const actions = runnableActions(view, actor, datastore).all.filter(({ crudType }) => crudType === "1")
  if (actions.length === 0) throw targetNotFound(`new action is not found for ${input.datastore}`)
  return { datastore, lang: view.settings.lang, actions }
})

/** GetUpdateActions (api.md section 15): the update actions of the datastore, with a status its status actions too. */
export const getUpdateActions = query((view, actor, input: GetActions): ActionsResult => {
  const datastore = requireDatastore(view, actor, { datastore: input.datastore })
  const sId = requireStatusId(datastore, input.status)
  return {
    datastore,
    lang: view.settings.lang,
    actions: runnableActions(view, actor, datastore).all.filter(
      ({ crudType, statusId }) => crudType === "2" && (statusId === null || statusId === sId),
    ),
  }
})

function requireStatusId(datastore: Datastore, reference: string | undefined): SId | undefined {
  if (reference === undefined) return undefined
  const status = findStatus(datastore, reference)
  if (status === undefined) throw invalidParams(`status not found: ${reference}`)
  return status.sId
}
