import type * as z from "zod"
import { type Actor, requireActor } from "../../access/index.ts"
import { type Names, nameIn, type Refusing, type UId, type WId } from "../../model/index.ts"
import { lazy, object } from "../../model/input/index.ts"
import type { CrudType } from "../../model/records/index.ts"
import { type State, Tx, type View } from "../../state/index.ts"
import type { Engine } from "./engine.ts"
import type { IgnoredKeys } from "./ignored-keys.ts"
import { readOnlyRefusal } from "./read-only.ts"
import type { ScriptChain } from "./script-chain.ts"

/** The caller of an operation that requires no user. */
export interface Visitor {
  readonly engine: Engine
  /** The running script that makes the call. Undefined if the call does not come from a script. */
  readonly scripts?: ScriptChain | undefined
  /** Cause of the call's changes, passed to listeners. For an HTTP request, this is the request. */
  readonly cause?: unknown
  /** Called with internal errors that do not make the operation fail. */
  readonly reportBug?: ((error: unknown) => void) | undefined
  /** Collects keys of unknown fields, which writes then ignore. If undefined, writes refuse them. */
  readonly ignoredKeys?: IgnoredKeys | undefined
}

export interface Caller extends Visitor {
  readonly uId: UId
  /** Workspace of this call. Default: the user's current workspace. */
  readonly wId?: WId | undefined
}

export const actorOfCaller = (view: View, { uId, wId }: Pick<Caller, "uId" | "wId">): Actor =>
  requireActor(view, uId, wId)

/** The caller and the state after an operation. The operation's `answer` uses them to make the response. */
export class AnswerContext {
  readonly view: View
  readonly #caller: Visitor | Caller
  #actor: Actor | undefined

  constructor(caller: Visitor | Caller) {
    this.view = caller.engine.view()
    this.#caller = caller
  }

  get actor(): Actor {
    if (this.#actor === undefined) {
      if (!("uId" in this.#caller)) throw new Error("the request has no logged-in user")
      this.#actor = requireActor(this.view, this.#caller.uId, this.#caller.wId)
    }
    return this.#actor
  }

  name(names: Names): string {
    return nameIn(names, this.view.settings.lang)
  }

  /** Returns the user's e-mail address. If there is none, e.g. for `IMPORT`, returns `uId` unchanged. */
  user(uId: string): string {
    return this.view.get("users", uId)?.email || uId
  }
}

/** Declaration of an API operation. The table in `emulator/api/contract/` adds the operation's HTTP properties. */
export interface Operation<S extends z.ZodObject = z.ZodObject, R = unknown, A = unknown, P extends boolean = boolean>
  extends Facts {
  readonly input: () => S
  readonly isPublic: P
  /** Names of the input properties that `authorize` needs. They are parsed before all others. */
  readonly place: readonly string[]
  /** Authorizes the caller. Throws if the caller has no permission. */
  begin(caller: Visitor | Caller, place: unknown): Started<S, R>
  /** Converts the result of `run` to the result of an in-process call. */
  answer(result: R, context: AnswerContext, input: z.output<S>): A
}

export interface Started<S extends z.ZodObject = z.ZodObject, R = unknown> {
  run(input: z.output<S>): Promise<R>
}

export type ParsedInputOf<O> = O extends Operation<infer S, infer _R, infer _A> ? z.output<S> : never

export type DomainResultOf<O> = O extends Operation<infer _S, infer R, infer _A> ? R : never

export interface Authorized<G> {
  readonly principal: Actor
  readonly granted: G
  readonly engine: Engine
}

type Authorize<I, P, G> = (view: View, principal: Actor, place: Pick<I, P & keyof I>) => G

/** An authorized caller. If a transaction was committed since the last check, the next use repeats the authorization. */
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

  /** Returns the caller as an actor (`principal`) and the result of `authorize` (`granted`). A transaction must not have written yet. */
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

interface Facts extends Refusing {
  /** Operation name in the API's spelling, e.g. `CreateItem`. */
  readonly name: string
  readonly summary: string
  /** True if the operation changes nothing except read marks. `query` and `publicQuery` set this property. */
  readonly isRead?: boolean | undefined
  /** Type of the action that runs if the request names no action. */
  readonly defaultAction?: CrudType | undefined
}

type InputOf<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>

interface Common<S extends z.ZodRawShape> extends Facts {
  /** Makes the schemas of the input's properties. */
  readonly input: () => S
}

interface WithUser<S extends z.ZodRawShape, P extends string, G> extends Common<S> {
  readonly place?: readonly P[]
  /** Omit to allow the operation to every user. */
  readonly authorize?: Authorize<InputOf<S>, P, G>
}

interface WithAnswer<S extends z.ZodRawShape, R, A> {
  /** Omit to return the result unchanged. */
  readonly answer?: (result: R, context: AnswerContext, input: InputOf<S>) => A
}

type PropertyOf<S extends z.ZodRawShape> = keyof InputOf<S> & string

/** Declares a read-only operation. Even if it is asynchronous, it reads only the state in which it started. */
export const query = <S extends z.ZodRawShape, R, const P extends PropertyOf<S> = never, G = unknown, A = R>(
  declaration: WithUser<S, P, G> & {
    readonly execute: (view: View, authorized: Authorized<G>, input: InputOf<S>) => R | Promise<R>
  } & WithAnswer<S, R, A>,
): Operation<z.ZodObject<S>, R, A, false> =>
  operation({ ...declaration, isRead: true }, async (call: Authorization<G>, input) => {
    const view = call.caller.engine.view()
    return declaration.execute(view, call.in(view), input)
  })

export const command = <S extends z.ZodRawShape, R, const P extends PropertyOf<S> = never, G = unknown, A = R>(
  declaration: WithUser<S, P, G> & {
    readonly execute: (tx: Tx, authorized: Authorized<G>, input: InputOf<S>) => R
  } & WithAnswer<S, R, A>,
): Operation<z.ZodObject<S>, R, A, false> =>
  operation(declaration, (call: Authorization<G>, input) => {
    const { engine } = call.caller
    const run = (tx: Tx) => declaration.execute(tx, call.in(tx), input)
    return engine.isReadOnly ? runOnDraft(engine, run) : engine.commit(declaration.name, call.caller, run)
  })

/** Runs a read that marks its results, without the marks. */
const runOnDraft = async <R>({ state, now, baseUrl }: Engine, run: (tx: Tx) => R): Promise<R> =>
  run(new Tx(state, now, baseUrl))

/** Declares an operation with several steps. Each step calls `call.in(view)` to get the actor and the result of `authorize`. */
export const process = <S extends z.ZodRawShape, R, const P extends PropertyOf<S> = never, G = unknown, A = R>(
  declaration: WithUser<S, P, G> & {
    readonly execute: (call: Authorization<G>, input: InputOf<S>) => Promise<R>
  } & WithAnswer<S, R, A>,
): Operation<z.ZodObject<S>, R, A, false> => operation(declaration, declaration.execute)

function operation<S extends z.ZodRawShape, R, P extends string, G, A>(
  declaration: WithUser<S, P, G> & WithAnswer<S, R, A>,
  run: (call: Authorization<G>, input: InputOf<S>) => Promise<R>,
): Operation<z.ZodObject<S>, R, A, false> {
  const {
    name,
    summary,
    isRead,
    defaultAction,
    input,
    errors,
    writesItems,
    place = [],
    authorize,
    answer,
  } = declaration
  return {
    name,
    summary,
    isRead,
    isPublic: false,
    defaultAction,
    input: lazy(() => object(input())),
    ...(errors && { errors }),
    ...(writesItems && { writesItems }),
    place,
    begin(caller, sent) {
      if (!("uId" in caller)) throw new Error(`${name} needs a logged-in user`)
      requireWritable(caller, isRead)
      // `place` and `authorize` are declared together, so `sent` has the properties that `authorize` reads.
      const decide = (view: View, principal: Actor) => authorize?.(view, principal, sent as never) as G
      const call = new Authorization(caller, decide)
      return { run: (read) => run(call, read) }
    },
    answer: (result, context, read) =>
      answer === undefined ? (result as unknown as A) : answer(result, context, read),
  }
}

export const publicQuery = <S extends z.ZodRawShape, R, A = R>(
  declaration: Common<S> & {
    readonly execute: (view: View, engine: Engine, input: InputOf<S>) => R
  } & WithAnswer<S, R, A>,
): Operation<z.ZodObject<S>, R, A, true> =>
  publicProcess({
    ...declaration,
    isRead: true,
    execute: async ({ engine }, input) => declaration.execute(engine.view(), engine, input),
  })

export const publicCommand = <S extends z.ZodRawShape, R, A = R>(
  declaration: Common<S> & {
    readonly execute: (tx: Tx, engine: Engine, input: InputOf<S>) => R
  } & WithAnswer<S, R, A>,
): Operation<z.ZodObject<S>, R, A, true> =>
  publicProcess({
    ...declaration,
    execute: ({ engine, cause }, input) =>
      engine.commit(declaration.name, { uId: null, cause }, (tx) => declaration.execute(tx, engine, input)),
  })

export const publicProcess = <S extends z.ZodRawShape, R, A = R>({
  execute,
  answer,
  ...common
}: Common<S> & {
  readonly execute: (visitor: Visitor, input: InputOf<S>) => Promise<R>
} & WithAnswer<S, R, A>): Operation<z.ZodObject<S>, R, A, true> => ({
  ...common,
  isPublic: true,
  input: lazy(() => object(common.input())),
  place: [],
  begin(visitor) {
    requireWritable(visitor, common.isRead)
    return { run: (read) => execute(visitor, read) }
  },
  answer: (result, context, read) => (answer === undefined ? (result as unknown as A) : answer(result, context, read)),
})

/** Throws if the operation writes and the caller's world is a version of the past. */
function requireWritable({ engine }: Visitor, isRead = false): void {
  if (engine.isReadOnly && !isRead) throw readOnlyRefusal()
}
