import type * as z from "zod"
import type { Actor } from "../access/actor.ts"
import { lazy } from "../model/input/schemas.ts"
import { withParts } from "../part.ts"
import type { Refusing } from "../model/refusals/refusals.ts"
import type { State } from "../state/state.ts"
import type { Tx } from "../state/tx.ts"
import type { View } from "../state/view.ts"
import type { AnswerContext } from "./answer-context.ts"
import { actorOfCaller, type Caller, type Visitor } from "./caller.ts"
import type { Engine } from "./engine.ts"

/**
 * One operation of the API, declared once: what it takes, who may call it where, what it does and what callers in process read of it.
 * The wire adds a row (`emulator/contract/`), which follows from the declaration but for what is of HTTP alone.
 */
export interface Operation<S extends z.ZodObject = z.ZodObject, R = unknown, A = unknown> extends Refusing {
  /** In the API's spelling, e.g. `CreateItem`. */
  readonly name: string
  /** One line for documents. */
  readonly summary: string
  /** Whether anybody may call it, without a user. */
  readonly isPublic: boolean
  readonly input: () => S
  /** The properties that `authorize` needs; they are parsed before all others. */
  readonly place: readonly string[]
  /** Authorizes a caller at a place; refuses by throwing. */
  begin(caller: Visitor | Caller, place: unknown): Started<S, R>
  /** The result as people read it. */
  answer(result: R, context: AnswerContext, input: z.output<S>): A
}

/** An authorized call, which runs once its whole input is parsed. */
export interface Started<S extends z.ZodObject = z.ZodObject, R = unknown> {
  run(input: z.output<S>): Promise<R>
}

/** The input of an operation, parsed. */
export type ParsedInputOf<O> = O extends Operation<infer S, infer _R, infer _A> ? z.output<S> : never

/** The domain result of an operation. */
export type DomainResultOf<O> = O extends Operation<infer _S, infer R, infer _A> ? R : never

/** What an authorized call works with. */
export interface Authorized<G> {
  readonly principal: Actor
  /** What `authorize` returned. */
  readonly granted: G
  readonly engine: Engine
}

type Authorize<I, P, G> = (view: View, principal: Actor, place: Pick<I, P & keyof I>) => G

/** An authorized caller. It is authorized again only where another transaction was committed in between. */
export class Authorization<G> {
  readonly caller: Caller
  readonly #decide: (view: View, principal: Actor) => G
  #state: State
  #authorized: Authorized<G>

  constructor(caller: Caller, decide: (view: View, principal: Actor) => G) {
    this.caller = caller
    this.#decide = decide
    const view = caller.engine.view()
    this.#state = view.base
    this.#authorized = this.#authorize(view)
  }

  /** Principal and grant, in a view or at the beginning of a transaction. */
  in(view: View): Authorized<G> {
    if (view.base !== this.#state) {
      this.#authorized = this.#authorize(view)
      this.#state = view.base
    }
    return this.#authorized
  }

  #authorize(view: View): Authorized<G> {
    const principal = actorOfCaller(view, this.caller)
    return { principal, granted: this.#decide(view, principal), engine: this.caller.engine }
  }
}

/** What every declaration says. */
interface Common<S extends z.ZodObject> extends Refusing {
  readonly name: string
  readonly summary: string
  readonly input: () => S
}

interface WithUser<S extends z.ZodObject, P extends string, G> extends Common<S> {
  readonly place?: readonly P[]
  /** Absent: every user may call it. */
  readonly authorize?: Authorize<z.output<S>, P, G>
}

interface WithAnswer<S extends z.ZodObject, R, A> {
  /** Absent: the result is what people read. */
  readonly answer?: (result: R, context: AnswerContext, input: z.output<S>) => A
}

type PropertyOf<S extends z.ZodObject> = keyof z.output<S> & string

/** An operation that only reads. */
export const query = <S extends z.ZodObject, R, const P extends PropertyOf<S> = never, G = unknown, A = R>(
  declaration: WithUser<S, P, G> & {
    readonly execute: (view: View, authorized: Authorized<G>, input: z.output<S>) => R
  } & WithAnswer<S, R, A>,
): Operation<S, R, A> =>
  declared(declaration, (call: Authorization<G>, input) => {
    const view = call.caller.engine.view()
    return withParts(() => declaration.execute(view, call.in(view), input))
  })

/** An operation that is one transaction. */
export const command = <S extends z.ZodObject, R, const P extends PropertyOf<S> = never, G = unknown, A = R>(
  declaration: WithUser<S, P, G> & {
    readonly execute: (tx: Tx, authorized: Authorized<G>, input: z.output<S>) => R
  } & WithAnswer<S, R, A>,
): Operation<S, R, A> =>
  declared(declaration, (call: Authorization<G>, input) =>
    call.caller.engine.commit(declaration.name, call.caller, (tx) => declaration.execute(tx, call.in(tx), input)),
  )

/** An operation of several steps; each asks `call.in(view)` for principal and grant. */
export const process = <S extends z.ZodObject, R, const P extends PropertyOf<S> = never, G = unknown, A = R>(
  declaration: WithUser<S, P, G> & {
    readonly execute: (call: Authorization<G>, input: z.output<S>) => Promise<R>
  } & WithAnswer<S, R, A>,
): Operation<S, R, A> => declared(declaration, declaration.execute)

function declared<S extends z.ZodObject, R, P extends string, G, A>(
  declaration: WithUser<S, P, G> & WithAnswer<S, R, A>,
  run: (call: Authorization<G>, input: z.output<S>) => Promise<R>,
): Operation<S, R, A> {
  const { name, summary, input, errors, writesItems, place = [], authorize, answer } = declaration
  return {
    name,
    summary,
    isPublic: false,
    input: lazy(input),
    ...(errors === undefined ? {} : { errors }),
    ...(writesItems === undefined ? {} : { writesItems }),
    place,
    begin(caller, sent) {
      if (!("uId" in caller)) throw new Error(`${name} needs a user`)
      // `place` and `authorize` are declared together, so that what was parsed is what is decided by.
      const decide = (view: View, principal: Actor) => authorize?.(view, principal, sent as never) as G
      const call = new Authorization(caller, decide)
      return { run: (read) => run(call, read) }
    },
    answer: (result, context, read) =>
      answer === undefined ? (result as unknown as A) : answer(result, context, read),
  }
}

/** An operation that anybody may call, which only reads. */
export const publicQuery = <S extends z.ZodObject, R, A = R>(
  declaration: Common<S> & {
    readonly execute: (view: View, engine: Engine, input: z.output<S>) => R
  } & WithAnswer<S, R, A>,
): Operation<S, R, A> =>
  publicProcess({
    ...declaration,
    execute: async ({ engine }, input) => declaration.execute(engine.view(), engine, input),
  })

/** An operation that anybody may call, which is one transaction. */
export const publicCommand = <S extends z.ZodObject, R, A = R>(
  declaration: Common<S> & {
    readonly execute: (tx: Tx, engine: Engine, input: z.output<S>) => R
  } & WithAnswer<S, R, A>,
): Operation<S, R, A> =>
  publicProcess({
    ...declaration,
    execute: ({ engine, behalf }, input) =>
      engine.commit(declaration.name, { uId: null, behalf }, (tx) => declaration.execute(tx, engine, input)),
  })

/** An operation of several steps that anybody may call. */
export const publicProcess = <S extends z.ZodObject, R, A = R>({
  name,
  summary,
  input,
  errors,
  writesItems,
  execute,
  answer,
}: Common<S> & {
  readonly execute: (visitor: Visitor, input: z.output<S>) => Promise<R>
} & WithAnswer<S, R, A>): Operation<S, R, A> => ({
  name,
  summary,
  isPublic: true,
  input: lazy(input),
  ...(errors === undefined ? {} : { errors }),
  ...(writesItems === undefined ? {} : { writesItems }),
  place: [],
  begin: (visitor) => ({ run: (read) => execute(visitor, read) }),
  answer: (result, context, read) => (answer === undefined ? (result as unknown as A) : answer(result, context, read)),
})

/** For operations that answer nothing. */
export const nothing = (): void => undefined
