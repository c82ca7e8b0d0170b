import { type Actor, requireActor } from "../access/actor.ts"
import type { UId, WId } from "../model/ids.ts"
import type { View } from "../state/view.ts"
import type { Engine } from "./engine.ts"

/** Somebody who calls a use case that needs no user. */
export interface Visitor {
  readonly engine: Engine
  /** How many scripts deep the call is (model.md section 9); absent = 0. */
  readonly depth?: number
  /** On whose behalf they act, told to listeners of changes: the request, where there is one. */
  readonly behalf?: unknown
  /** Called with an error that is none of the caller's, where the use case goes on without what failed. */
  readonly tellBug?: ((error: unknown) => void) | undefined
}

/** A user at work in a world: who calls a use case. */
export interface Caller extends Visitor {
  readonly uId: UId
  /** Where they work for this call, when that is not their current workspace. */
  readonly wId?: WId | undefined
}

/** The caller as an actor. */
export const actorOfCaller = (view: View, { uId, wId }: Pick<Caller, "uId" | "wId">): Actor =>
  requireActor(view, uId, wId)
