import type { Actor } from "../../access/actor.ts"
import { findApplication, findDatastore } from "../../access/places.ts"
import { type Entered, process } from "../../engine/use-case.ts"
import type { Finding } from "../../error.ts"
import type { HistoryId, IId } from "../../ids.ts"
import { type ActionPlace, checkActionRole } from "../../items/writing/enter-action.ts"
import type { ItemResult } from "../../items/writing/item-result.ts"
import { noCreateAction, requireAction } from "../../items/writing/require-action.ts"
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

/**
 * Lets in who may create there. What is missing or not shown is answered like a missing create action (errors.md section 4).
 */
export function enterCreate(
  view: View,
  actor: Actor,
  place: ActionPlace & { readonly application: string },
): Datastore {
  const datastore = findCreatePlace(view, actor, place)
  if (datastore === undefined) throw noCreateAction(actor, "place")
  checkActionRole(view, actor, datastore, place, { kinds: ["1"], fallback: "1" })
  return datastore
}

function findCreatePlace(
  view: View,
  actor: Actor,
  { application: named, datastore }: ActionPlace,
): Datastore | undefined {
  const application = named === undefined ? undefined : findApplication(view, actor, named)
  if (application === undefined || datastore === undefined) return undefined
  return findDatastore(view, actor, datastore, { application })
}

function plan(view: View, { actor, found: datastore }: Entered<Datastore>, input: CreateItem): MainWrite {
  const action = requireAction(actor, datastore, { reference: input.actionId, crudType: "1" })
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
export const createItem = process({
  enter: enterCreate,
  run: async (entry, input: CreateItem): Promise<CreatedItem> => {
    const resultKeys = input.returnDisplayId === true ? "display" : "internal"
    const settle = (view: View) => plan(view, entry.in(view), input)
    return createdBy(await writeItem(entry.caller, "CreateItem", input, settle, { resultKeys }))
  },
})
