import * as z from "zod"
import type { Actor } from "../access/actor.ts"
import { requireItem } from "../access/items.ts"
import { findDatastore } from "../access/places.ts"
import { targetNotFound } from "../model/error.ts"
import { object } from "../model/input/schemas.ts"
import type { Datastore } from "../records/datastore.ts"
import type { Item } from "../model/records/item.ts"
import type { View } from "../state/view.ts"

/** The item whose links are changed. */
export interface LinkingItem {
  /** The application, by its ID or display ID. */
  readonly application: string
  /** The datastore, by its ID or display ID. */
  readonly datastore: string
  /** ID of the item. */
  readonly itemId: string
}

/** An item at the other end of a link. */
export const linkEnd = () =>
  object({
    datastore: z.string().describe("The datastore, by display or internal ID"),
    itemId: z.string().describe("ID of the item"),
  })

/** An item at the other end of a link. */
export interface LinkEnd {
  /** Its datastore, by ID or display ID. */
  readonly datastore: string
  /** ID of the item. */
  readonly itemId: string
}

export interface PlacedLink extends LinkingItem {
  /** The item at the other end. */
  readonly link: LinkEnd
}

/** A datastore that links lead to: a display ID is looked for in the application of `near` first. */
export function requireLinkedDatastore(view: View, actor: Actor, near: Datastore, reference: string): Datastore {
  const preferred = view.expect("applications", near.pId)
  const datastore = findDatastore(view, actor, reference, { preferred })
  if (datastore === undefined) throw targetNotFound(`datastore not found: ${reference}`)
  return datastore
}

/** The other end of a link; the actor must see it. */
export const requireLinked = (view: View, actor: Actor, near: Datastore, end: LinkEnd): Item =>
  requireItem(view, actor, requireLinkedDatastore(view, actor, near, end.datastore), end.itemId)
