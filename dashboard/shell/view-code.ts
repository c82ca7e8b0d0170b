import { effect, signal } from "@preact/signals"
import type { FunctionComponent } from "preact"
import { address } from "../state/address.ts"
import { findView } from "../views/views.ts"

/** The views whose code is here, by name. */
export const loaded = signal<ReadonlyMap<string, FunctionComponent>>(new Map())

/** Why the code of the view that is open did not come. */
export const loadFailure = signal<unknown>(undefined)

/** Asks for the code of a view, unless it is here. */
export function loadView(name: string): void {
  loadFailure.value = undefined
  if (loaded.peek().has(name)) return
  findView(name)
    ?.load()
    .then(
      (module) => {
        loaded.value = new Map(loaded.peek()).set(name, module.default)
      },
      (error: unknown) => {
        if (address.peek().view === name) loadFailure.value = error
      },
    )
}

/** Keeps the code of the address's view here, from before anything is drawn. */
export function keepView(): void {
  effect(() => loadView(address.value.view))
}
