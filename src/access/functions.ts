import { noPrivileges, placeNotFound } from "../model/error.ts"
import type { FnId, PId } from "../model/ids.ts"
import type { View } from "../state/view.ts"
import type { Actor } from "./actor.ts"
import { mayCallFunction } from "./may.ts"
import type { ApplicationPlace } from "./places.ts"
import { requireReadableApplication } from "./settings.ts"

/** A function as a path names it, by internal or display ID. */
export interface FunctionPlace extends ApplicationPlace {
  /** The function, by its ID or display ID. */
  readonly function: string
}

export interface CallableFunction {
  readonly fnId: FnId
  readonly pId: PId
  readonly code: string
}

/** A function that the caller may call (api.md section 14, "ExecuteFunction"). One that is switched off is as not found. */
export function requireCallableFunction(view: View, actor: Actor, place: FunctionPlace): CallableFunction {
  const { pId, functions } = requireReadableApplication(view, actor, place)
  const { function: reference } = place
  const found =
    functions.find(({ fnId }) => fnId === reference) ?? functions.find(({ displayId }) => displayId === reference)
  if (found?.enabled !== true) throw placeNotFound(`function not found: ${reference}`)
  if (!mayCallFunction(view, actor, pId, found)) throw noPrivileges("none of your roles may call the function")
  return { fnId: found.fnId, pId, code: found.code }
}
