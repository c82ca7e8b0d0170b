import type { Model } from "../../../../../emulator/testing/kit/model/model.ts"

/** A script whose effect the model knows: it returns a value or throws an error. */
export interface KitScript {
  readonly code: string
  readonly outcome: { readonly value: unknown } | { readonly error: string }
}

/** A saved application, and the expected copy. */
export interface KeptTemplate {
  readonly id: string
  /** The user who saved it. */
  readonly uId: string
  /** Display ID of the original application. */
  readonly application: string
  readonly name: string
  /** Settings of the application, without items, name and references to other applications. */
  readonly settings: string
  /** The items visible to the saver, by the datastore's display ID. Each item is one line. */
  readonly items: Readonly<Record<string, readonly string[]>>
  /** Scripts by `DATASTORE/ACTION:phase`. */
  readonly scripts: ReadonlyMap<string, KitScript>
}

/** State that only these commands need. */
interface Extras {
  /** Uploaded scripts, by `a_id:pre` and `a_id:post`. */
  readonly scripts: Map<string, KitScript>
  /** Saved templates, by tp_id. */
  readonly templates: Map<string, KeptTemplate>
  /** Whether a template was used to create an application. */
  hasCopy: boolean
  /** IDs that CreateItemWithItemID used. The ID of a deleted item can't be used again. */
  readonly usedIds: Set<string>
}

const extras = new WeakMap<Model, Extras>()

export function extrasOf(model: Model): Extras {
  const found = extras.get(model) ?? { scripts: new Map(), templates: new Map(), hasCopy: false, usedIds: new Set() }
  extras.set(model, found)
  return found
}
