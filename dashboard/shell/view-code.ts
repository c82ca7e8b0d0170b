import { effect, signal } from "@preact/signals"
import type { FunctionComponent } from "preact"
import { address } from "../state/address.ts"
import { findView } from "../views/views.ts"

export const loadedViews = signal<ReadonlyMap<string, FunctionComponent>>(new Map())

/** Error of loading the code of the open view. Undefined if there was none. */
export const loadFailure = signal<unknown>(undefined)

export function loadView(name: string): void {
  loadFailure.value = undefined
  if (loadedViews.peek().has(name)) return
  findView(name)
    ?.load()
    .then(
      (module) => {
        loadedViews.value = new Map(loadedViews.peek()).set(name, module.default)
      },
      (error: unknown) => {
        if (address.peek().view === name) loadFailure.value = error
      },
    )
}

/** Loads the code of the view in the page's address, now and whenever the address changes. */
export function keepView(): void {
  effect(() => loadView(address.value.view))
}
