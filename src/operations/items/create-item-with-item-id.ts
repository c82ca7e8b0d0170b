import type { Actor } from "../../access/actor.ts"
import { type Entered, process } from "../../engine/use-case.ts"
import { type DomainError, invalidParams } from "../../error.ts"
import { type IId, isInternalId } from "../../ids.ts"
import { type ActionPlace, enterAction, requireNamed } from "../../items/writing/enter-action.ts"
import { isTaken } from "../../items/writing/remove-item.ts"
import { requireAction } from "../../items/writing/require-action.ts"
import { type KeyKind, resolveValues } from "../../items/writing/resolve-values.ts"
import type { WriteOptions } from "../../items/writing/write-options.ts"
import { checkOptions, type MainWrite, writeItem } from "../../items/writing/write-request.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { View } from "../../state/view.ts"
import { type CreatedItem, createdBy, enterCreate } from "./create-item.ts"

export interface CreateItemWithItemID extends WriteOptions {
  /** 24 hex characters that no item has or had. */
  readonly itemId: string
  /** Internal or display ID of the application. */
  readonly application: string
  /** Internal or display ID of the datastore. */
  readonly datastore: string
  /** A display ID with `useDisplayId`, else an internal one; the field keys likewise. */
  readonly actionId: string
}

const badId = (itemId: string, why: string): DomainError => invalidParams(`item_id ${itemId} ${why}`)

function plan(view: View, { actor, found }: Entered<Datastore | undefined>, input: CreateItemWithItemID): MainWrite {
  const { itemId, actionId, useDisplayId } = input
  const datastore = requireNamed(found)
  const keys: KeyKind = { kind: useDisplayId === true ? "display" : "internal", strict: true }
  const action = requireAction(actor, datastore, { reference: actionId, crudType: "1", only: keys.kind })
  if (!isInternalId(itemId)) throw badId(itemId, "is not an item ID: expected 24 lower-case hex characters")
  if (isTaken(view, itemId)) throw badId(itemId, "is taken: an item has or had it")
  const resolved = resolveValues(datastore, input, keys)
  checkOptions(view, actor, datastore, resolved, input)
  return { datastore, action, target: null, resolved, iId: itemId as IId }
}

/** A body that does not name the whole place is refused for that, unless what it names forbids the rest. */
function enter(view: View, actor: Actor, place: ActionPlace): Datastore | undefined {
  const { application } = place
  if (application === undefined || place.datastore === undefined) return enterAction({})(view, actor, place)
  return enterCreate(view, actor, { ...place, application })
}

/** CreateItemWithItemID (api.md section 6.3): an item under an ID that attachments were uploaded for before. */
export const createItemWithItemID = process({
  enter,
  run: async (entry, input: CreateItemWithItemID): Promise<CreatedItem> => {
    const settle = (view: View) => plan(view, entry.in(view), input)
    return createdBy(await writeItem(entry.caller, "CreateItemWithItemID", input, settle))
  },
})
