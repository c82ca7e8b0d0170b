import type { Actor } from "../../access/actor.ts"
import { findApplication, findDatastore } from "../../access/places.ts"
import { process } from "../../engine/use-case.ts"
import type { Finding } from "../../error.ts"
import type { HistoryId, IId } from "../../ids.ts"
import type { ItemResult } from "../../items/writing/item-result.ts"
import { noCreateAction, requireAction, requireMayRun } from "../../items/writing/require-action.ts"
import { resolveValues } from "../../items/writing/resolve-values.ts"
import type { WriteOptions } from "../../items/writing/write-options.ts"
import { checkOptions, type MainWrite, type WriteOutcome, writeItem } from "../../items/writing/write-request.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { View } from "../../state/view.ts"

/** Where an item is made; display or internal IDs. */
export interface CreatePlace {
  readonly application: string
  readonly datastore: string
}

export interface CreateItem extends CreatePlace, WriteOptions {
  /** A create action; the default one when absent. */
  readonly actionId?: string | undefined
}

export interface CreatedItem {
  readonly itemId: IId
  readonly historyId: HistoryId
  /** Failed related entries and refused keys; empty on full success. */
  readonly findings: readonly Finding[]
  /** With `returnItemResult`. */
  readonly item?: ItemResult
  readonly preResult?: { readonly result: unknown }
  readonly asResult?: { readonly result: unknown }
}

/** The datastore of a create; what is missing or not shown is answered like a missing create action (errors.md section 4). */
export function requireCreatePlace(view: View, actor: Actor, place: CreatePlace): Datastore {
  const application = findApplication(view, actor, place.application)
  const datastore = application === undefined ? undefined : findDatastore(view, actor, place.datastore, { application })
  if (datastore === undefined) throw noCreateAction(actor, "place")
  return datastore
}

function plan(view: View, actor: Actor, input: CreateItem): MainWrite {
  const datastore = requireCreatePlace(view, actor, input)
  const action = requireAction(actor, datastore, { reference: input.actionId, crudType: "1" })
  requireMayRun(view, actor, datastore, action)
  const resolved = resolveValues(datastore, input, { kind: "display" })
  checkOptions(view, actor, datastore, resolved, input)
  return { datastore, action, target: null, resolved }
}

/** What is answered when an item was made. */
export function createdBy({ main, findings, item, preResult, asResult }: WriteOutcome): CreatedItem {
  const { iId, historyId } = main.history
  return {
    itemId: iId,
    historyId,
    findings,
    ...(item === undefined ? {} : { item }),
    ...(preResult === undefined ? {} : { preResult }),
    ...(asResult === undefined ? {} : { asResult }),
  }
}

/** CreateItem (api.md section 6.1). */
export const createItem = process(async (caller, input: CreateItem): Promise<CreatedItem> => {
  const resultKeys = input.returnDisplayId === true ? "display" : "internal"
  return createdBy(
    await writeItem(caller, "CreateItem", input, (view, actor) => plan(view, actor, input), { resultKeys }),
  )
})
