import type {
  Acting,
  ActingIn,
  ActionsIn,
  ApplicationIn,
  CreateItemWithItemIDIn,
  DatastoreIn,
  GetItemDetailsIn,
  IId,
  LedItemIn,
  Logout,
  OperationInput,
  OperationResult,
  Placed,
  Public,
  TypesOf,
  WorldTypes,
} from "../../src/inside.ts"
import type { SeenActions, SeenAnswers } from "./seen/seen-answers.ts"

/** Every operation that can be called in process. */
export type FlatName = keyof Acting | keyof Public

type InputOf<N extends FlatName> = N extends "logout" ? Partial<Logout> : OperationInput<N>

type Flat<N extends FlatName> = N extends keyof SeenAnswers
  ? Taking<InputOf<N>, SeenAnswers[N]>
  : Taking<InputOf<N>, OperationResult<N>>

/** Nothing need be given where nothing is required. */
type Taking<I, A> = [I] extends [undefined]
  ? () => Promise<A>
  : Record<never, never> extends I
    ? (input?: I) => Promise<A>
    : (input: I) => Promise<A>

/**
 * Every operation in the words of `world.as` and `world.public`: one object goes in, and what a person reads comes out (docs/client.md,
 * "Flat words"). What the API does not answer is not there.
 */
export type FlatOperations = { readonly [N in FlatName]: Flat<N> }

/** Operations that answer over the wire what they do in process. */
export type SameName = Exclude<keyof Acting, keyof SeenAnswers | "logout">

/** Operations that answer over the wire less of an item than in process. */
interface OnSeenItems<S extends WorldTypes> {
  /** An item with its values, and the actions the caller may run. */
  getItemDetails<A extends ApplicationIn<S> = ApplicationIn<S>, D extends DatastoreIn<S, A> = DatastoreIn<S, A>>(
    input: GetItemDetailsIn<A, D>,
  ): Promise<LedItemIn<TypesOf<S, A, D>> & SeenActions>
  /** Make an item under an ID that was drawn before. */
  createItemWithItemID<
    A extends ApplicationIn<S>,
    D extends DatastoreIn<S, A>,
    N extends ActionsIn<TypesOf<S, A, D>, "new">["ids"],
  >(
    input: CreateItemWithItemIDIn<S, A, D, N>,
  ): Promise<{
    /** ID of the new item: the one that was drawn. */
    readonly itemId: IId
  }>
}

type InSchema<S extends WorldTypes, N extends FlatName> = N extends keyof OnSeenItems<S>
  ? OnSeenItems<S>[N]
  : N extends SameName
    ? ActingIn<S>[N]
    : Placed<S, FlatOperations[N]>

/** The same of a schema that `hexarium types` wrote. */
export type FlatIn<S extends WorldTypes> = { readonly [N in FlatName]: InSchema<S, N> }
