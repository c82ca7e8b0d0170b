import { type Actor, requireActor } from "./access/actor.ts"
import type { Instant, UId, WId } from "./ids.ts"
import type { Tx } from "./state/tx.ts"
import type { View } from "./state/view.ts"
import type { World } from "./world.ts"

/** Somebody at work in a world: who calls a use case. */
export interface Caller {
  readonly world: World
  readonly uId: UId
  /** How many scripts deep the call is (model.md section 9); absent = 0. */
  readonly depth?: number
  /** Where he works for this call, when that is not his current workspace. */
  readonly wId?: WId | undefined
  /** On whose behalf he acts, for those who listen to changes: the request, where there is one. */
  readonly behalf?: unknown
}

/** One transaction of a caller, also of one who has awaited something in between. */
export const commitFor = <T>(
  { world, uId, behalf }: Caller,
  operation: string,
  run: (tx: Tx) => T,
  at?: Instant,
): Promise<T> =>
  behalf === undefined
    ? world.commit(operation, uId, run, at)
    : world.onBehalfOf(behalf, () => world.commit(operation, uId, run, at))

/** The caller as an actor. */
export const actorOfCaller = (view: View, { uId, wId }: Pick<Caller, "uId" | "wId">): Actor =>
  requireActor(view, uId, wId)

/** Something a user can do. One per operation, named as the operation. */
export type UseCase<I, O> = (caller: Caller, input: I) => Promise<O>

/** Something anybody can do, without a token. */
export type PublicUseCase<I, O> = (world: World, input: I) => Promise<O>

/** A use case that only reads. */
export const query =
  <I, O>(rule: (view: View, actor: Actor, input: I, world: World) => O): UseCase<I, O> =>
  async (caller, input) => {
    const view = caller.world.view()
    return rule(view, actorOfCaller(view, caller), input, caller.world)
  }

/** A use case that is one transaction. */
export const command =
  <I, O>(operation: string, rule: (tx: Tx, actor: Actor, input: I, world: World) => O): UseCase<I, O> =>
  (caller, input) =>
    commitFor(caller, operation, (tx) => rule(tx, actorOfCaller(tx, caller), input, caller.world))

export const publicQuery =
  <I, O>(rule: (view: View, input: I, world: World) => O): PublicUseCase<I, O> =>
  async (world, input) =>
    rule(world.view(), input, world)

export const publicCommand =
  <I, O>(operation: string, rule: (tx: Tx, input: I, world: World) => O): PublicUseCase<I, O> =>
  (world, input) =>
    world.commit(operation, null, (tx) => rule(tx, input, world))
