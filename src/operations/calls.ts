import type { Operation } from "../engine/index.ts"
import type { Inputs } from "./inputs.ts"
import * as declarations from "./list.ts"

type Declarations = typeof declarations

type PublicName = {
  [N in keyof Declarations]: Declarations[N] extends { readonly isPublic: true } ? N : never
}[keyof Declarations]

const listedOperations = Object.entries(declarations)

/** Operations that require a user: the functions of `world.as(user)`. */
export const operations = Object.fromEntries(listedOperations.filter(([, { isPublic }]) => !isPublic)) as Omit<
  Declarations,
  PublicName
>

/** Operations that require no user: the functions of `world.public`. */
export const publicOperations = Object.fromEntries(listedOperations.filter(([, { isPublic }]) => isPublic)) as Pick<
  Declarations,
  PublicName
>

type Result<O> = O extends Operation<infer _S, infer R, infer _A> ? R : never

type Answer<O> = O extends Operation<infer _S, infer _R, infer A> ? A : never

/** Type of an operation's function. The input is optional if all its properties are optional. */
type Call<I, T> = [keyof I] extends [never]
  ? () => Promise<T>
  : Record<never, never> extends I
    ? (input?: I) => Promise<T>
    : (input: I) => Promise<T>

/** Type of the function that `world.as(user)` or `world.public` has for the operation. */
export type InProcess<N extends InProcessName> = Call<Inputs[N], Answer<Declarations[N]>>

interface Anywhere {
  /** Display ID of the application. Default: any application that contains the datastore. */
  readonly application?: string | undefined
}

/** Restricts the `datastore` of an operation's input to the schema's datastores. */
export type Placed<D, F> = F extends (...given: infer P) => infer R
  ? P extends [infer I extends { readonly datastore: string }]
    ? (input: I & ("application" extends keyof I ? unknown : Anywhere) & D) => R
    : F
  : F

/** Functions of `world.raw.as(user)`. They run operations as the user and return records as stored. */
export type RawActing = {
  readonly [N in keyof typeof operations]: Call<Inputs[N], Result<(typeof operations)[N]>>
}

/** Functions of `world.raw.public`. They run operations without a user and return records as stored. */
export type RawPublic = {
  readonly [N in keyof typeof publicOperations]: Call<Inputs[N], Result<(typeof publicOperations)[N]>>
}

export type InProcessName = keyof Declarations

/** Type of an operation's input, for example `OperationInput<"createItem">`. */
export type OperationInput<N extends InProcessName> = Inputs[N]

/** Type of an operation's result, for example `OperationResult<"createItem">`. */
export type OperationResult<N extends InProcessName> = Answer<Declarations[N]>

/**
 * Operations without their own declaration. UnauthorizedCall runs any operation without a token. GetItemHistoriesOld is an older form of
 * GetItemHistories.
 */
const WITHOUT_DECLARATION = ["UnauthorizedCall", "GetItemHistoriesOld"]

export const operationNames = (): string[] => [...listedOperations.map(([, { name }]) => name), ...WITHOUT_DECLARATION]
