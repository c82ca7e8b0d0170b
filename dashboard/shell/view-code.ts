import { effect, signal } from "@preact/signals"
import type { FunctionComponent } from "preact"
import { address } from "../state/address.ts"
import { findView } from "../views/views.ts"

export const loaded = signal<ReadonlyMap<string, FunctionComponent>>(new Map())

/** The error of loading the open view's code. */
export const loadFailure = signal<unknown>(undefined)

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

/** Loads the code of the address's view, also before the first render. */
export function keepView(): void {
  effect(() => loadView(address.value.view))
}
