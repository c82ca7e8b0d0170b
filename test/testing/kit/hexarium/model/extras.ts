import type { Model } from "../../../../../emulator/testing/kit/model/model.ts"

/** A script whose effect the model knows: it ends with a value or with an error. */
export interface KitScript {
  readonly code: string
  readonly outcome: { readonly value: unknown } | { readonly error: string }
}

/** An application as it was when it was saved, and as a copy is to be. */
export interface KeptTemplate {
  readonly id: string
  /** Who saved it. */
  readonly uId: string
  /** Display ID of the application that it was saved from. */
  readonly application: string
  readonly name: string
  /** Its settings, without its items, its name and whatever is another's. */
  readonly settings: string
  /** What the saver saw: by the datastore's display ID, values in a line each. */
  readonly items: Readonly<Record<string, readonly string[]>>
  /** By `DATASTORE/ACTION:phase`. */
  readonly scripts: ReadonlyMap<string, KitScript>
}

/** What only these commands need to know of a world. */
interface Extras {
  /** Scripts that commands gave to actions, by `a_id:pre` and `a_id:post`. */
  readonly scripts: Map<string, KitScript>
  /** What commands saved, by tp_id. */
  readonly templates: Map<string, KeptTemplate>
  /** Whether an application was made of one of them. */
  hasCopy: boolean
  /** IDs that were given to CreateItemWithItemID; one of a deleted item can't be used again. */
  readonly usedIds: Set<string>
}

const extras = new WeakMap<Model, Extras>()

export function extrasOf(model: Model): Extras {
  const found = extras.get(model) ?? { scripts: new Map(), templates: new Map(), hasCopy: false, usedIds: new Set() }
  extras.set(model, found)
  return found
}
