import { type Actor, requireActor } from "../access/actor.ts"
import type { UId, WId } from "../ids.ts"
import { withParts } from "../part.ts"
import type { State } from "../state/state.ts"
import type { Tx } from "../state/tx.ts"
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

/** A caller who was let in, and what their references lead to. */
export interface Entered<E> {
  readonly actor: Actor
  readonly found: E
}

/** Decides place and privilege from references as they were sent, and answers what they lead to. Refuses by throwing. */
export type Enter<W, E> = (view: View, actor: Actor, where: W) => E

/**
 * A caller who was let in to a use case. What was found holds for the state it was found in; where another transaction came in
 * between, it is found again.
 */
export class Entry<W, E> {
  readonly caller: Caller
  readonly #enter: Enter<W, E>
  readonly #where: W
  #state: State
  #entered: Entered<E>

  constructor(caller: Caller, enter: Enter<W, E>, where: W) {
    this.caller = caller
    this.#enter = enter
    this.#where = where
    const view = caller.engine.view()
    this.#state = view.base
    this.#entered = this.#find(view)
  }

  /** What was found, in a view or at the beginning of a transaction. */
  in(view: View): Entered<E> {
    if (view.base !== this.#state) {
      this.#entered = this.#find(view)
      this.#state = view.base
    }
    return this.#entered
  }

  #find(view: View): Entered<E> {
    const actor = actorOfCaller(view, this.caller)
    return { actor, found: this.#enter(view, actor, this.#where) }
  }
}

/**
 * Something a user can do; one per operation, named as the operation. `enter` settles place and privilege before anything else of
 * the request is looked at (errors.md section 2), `run` does it. The input holds what `enter` needs, too.
 */
export interface UseCase<W, E, I extends W, O> {
  readonly enter: Enter<W, E>
  readonly run: (entry: Entry<W, E>, input: I) => Promise<O>
}

/** Lets a caller in. Refuses with what `enter` refuses with. */
export const admit = <W, E>(caller: Caller, { enter }: Pick<UseCase<W, E, never, unknown>, "enter">, where: W) =>
  new Entry(caller, enter, where)

/** Both steps at once, for callers in process. */
export const runUseCase = async <W, E, I extends W, O>(
  caller: Caller,
  useCase: UseCase<W, E, I, O>,
  input: I,
): Promise<O> => useCase.run(new Entry<W, E>(caller, useCase.enter, input), input)

/** The `enter` of a use case that every user may call, wherever they are. */
export const anybody = (): void => undefined

interface Query<W, E, I, O> {
  readonly enter: Enter<W, E>
  readonly run: (view: View, entered: Entered<E>, input: I, engine: Engine) => O
}

/** A use case that only reads. */
export const query = <W, E, I extends W, O>({ enter, run }: Query<W, E, I, O>): UseCase<W, E, I, O> => ({
  enter,
  run(entry, input) {
    const { engine } = entry.caller
    const view = engine.view()
    return withParts(() => run(view, entry.in(view), input, engine))
  },
})

interface Command<W, E, I, O> {
  readonly enter: Enter<W, E>
  readonly run: (tx: Tx, entered: Entered<E>, input: I, engine: Engine) => O
}

/** A use case that is one transaction. */
export const command = <W, E, I extends W, O>(
  operation: string,
  { enter, run }: Command<W, E, I, O>,
): UseCase<W, E, I, O> => ({
  enter,
  run(entry, input) {
    const { caller } = entry
    return caller.engine.commit(operation, caller, (tx) => run(tx, entry.in(tx), input, caller.engine))
  },
})

/** A use case of several steps; each view and each transaction it works with asks the entry anew what was found. */
export const process = <W, E, I extends W, O>(rules: UseCase<W, E, I, O>): UseCase<W, E, I, O> => rules

/** Something anybody can do, without a token. */
export type PublicUseCase<I, O> = (visitor: Visitor, input: I) => Promise<O>

export const publicQuery =
  <I, O>(rule: (view: View, input: I, engine: Engine) => O): PublicUseCase<I, O> =>
  async ({ engine }, input) =>
    rule(engine.view(), input, engine)

export const publicCommand =
  <I, O>(operation: string, rule: (tx: Tx, input: I, engine: Engine) => O): PublicUseCase<I, O> =>
  ({ engine, behalf }, input) =>
    engine.commit(operation, { uId: null, behalf }, (tx) => rule(tx, input, engine))
