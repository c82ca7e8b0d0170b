import { type Actor, requireActor } from "../access/actor.ts"
import { type Names, nameIn } from "../model/names.ts"
import type { View } from "../state/view.ts"
import type { Caller, Visitor } from "./caller.ts"

/** What an answer is made with: the world after the operation, as the caller sees it. */
export class AnswerContext {
  readonly view: View
  readonly #caller: Visitor | Caller
  #actor: Actor | undefined

  constructor(caller: Visitor | Caller) {
    this.view = caller.engine.view()
    this.#caller = caller
  }

  /** Who asked. */
  get actor(): Actor {
    if (this.#actor === undefined) {
      if (!("uId" in this.#caller)) throw new Error("nobody is logged in")
      this.#actor = requireActor(this.view, this.#caller.uId, this.#caller.wId)
    }
    return this.#actor
  }

  /** A name in the world's language. */
  name(names: Names): string {
    return nameIn(names, this.view.settings.lang)
  }

  /** Who a user is, as references name them: by e-mail address, by u_id where they have none. `IMPORT` stays. */
  user(uId: string): string {
    return this.view.get("users", uId)?.email || uId
  }
}
