import { type DatastorePlace, findStatus, requireDatastore } from "../../access/places.ts"
import { runnableActions } from "../../datastores/runnable-actions.ts"
import { withPlaceCode } from "../../engine/place-code.ts"
import { query } from "../../engine/use-case.ts"
import { DomainError, invalidParams } from "../../error.ts"
import type { SId } from "../../ids.ts"
import type { Lang } from "../../names.ts"
import type { Action, Datastore } from "../../records/datastore.ts"

export interface GetActions extends DatastorePlace {
  /** Narrows status actions to those of one status. */
  readonly status?: string | undefined
}

export interface ActionsResult {
  /** The datastore. */
  readonly datastore: Datastore
  /** The world's language, which names are shown in. */
  readonly lang: Lang
  /** Those the caller may run, by display_order. */
  readonly actions: readonly Action[]
}

/** GetActions (api.md section 15): all of them, or those of the datastore and of one status. */
export const getActions = query({
  enter: requireDatastore,
  run(view, { actor, found: datastore }, { status }: GetActions): ActionsResult {
    const sId = requireStatusId(datastore, status)
    const actions = runnableActions(view, actor, datastore).all
    return {
      datastore,
      lang: view.settings.lang,
      actions: sId === undefined ? actions : actions.filter(({ statusId }) => statusId === null || statusId === sId),
    }
  },
})

const enterNew = withPlaceCode("INVALID_PARAMS", requireDatastore)

/** GetNewActions (api.md section 15): the create actions; refuses with INVALID_PARAMS when there is none. */
export const getNewActions = query({
  enter: enterNew,
  run(view, { actor, found: datastore }, place: DatastorePlace): ActionsResult {
    const actions = runnableActions(view, actor, datastore).all.filter(({ crudType }) => crudType === "1")
    if (actions.length === 0)
      throw new DomainError("INVALID_PARAMS", "target", `new action is not found for ${place.datastore}`)
    return { datastore, lang: view.settings.lang, actions }
  },
})

/** GetUpdateActions (api.md section 15): the update actions of the datastore, with a status its status actions too. */
export const getUpdateActions = query({
  enter: requireDatastore,
  run(view, { actor, found: datastore }, { status }: GetActions): ActionsResult {
    const sId = requireStatusId(datastore, status)
    return {
      datastore,
      lang: view.settings.lang,
      actions: runnableActions(view, actor, datastore).all.filter(
        ({ crudType, statusId }) => crudType === "2" && (statusId === null || statusId === sId),
      ),
    }
  },
})

function requireStatusId(datastore: Datastore, reference: string | undefined): SId | undefined {
  if (reference === undefined) return undefined
  const status = findStatus(datastore, reference)
  if (status === undefined) throw invalidParams(`status not found: ${reference}`)
  return status.sId
}
