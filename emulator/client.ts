import type { AnyTypes, WorldTypes } from "../src/inside.ts"
import type { ClientOptions } from "./client-options.ts"
import { isFlat } from "./flat/is-flat.ts"
import type { FlatIn, FlatName, FlatOperations } from "./flat/words.ts"
import { type WireClient, wireClient } from "./wire-client.ts"

export type { ClientOptions } from "./client-options.ts"
export type { OperationName } from "./contract/table.ts"
export type { OfferedAction, SeenItem } from "./flat/seen/seen-answers.ts"
export type { FlatIn, FlatOperations } from "./flat/words.ts"
export {
  ApiError,
  type Bytes,
  type InputOf,
  type ResultOf,
  type WireClient,
} from "./wire-client.ts"

/**
 * Every operation of the API by its name in camelCase, in the words of `world.as`, which it answers as (docs/client.md). Any is called in
 * the API's own form, too, by the parts of its request: `params`, `query`, `body`. Refusals reject with `ApiError`.
 */
export type Client = {
  readonly [N in keyof WireClient]: InEitherForm<N>
} & {
  /** Every operation in the API's own form alone: the parts of its request go in, its JSON comes out. */
  readonly raw: WireClient
  /** The same client with other options, e.g. the token of another user. */
  with(options: ClientOptions): Client
}

type InEitherForm<N extends keyof WireClient> = N extends FlatName ? FlatOperations[N] & WireClient[N] : WireClient[N]

type Calls = Readonly<Record<string, (input: unknown) => Promise<unknown>>>

/** Which operation is called is known to its caller, not here. */
const callsOf = (operations: WireClient | FlatOperations): Calls => operations as unknown as Calls

/** A client of a schema that `hexarium types` wrote: names, values and answers are those that there are (types.md). */
export type ClientIn<S extends WorldTypes> = FlatIn<S> & {
  readonly [N in Exclude<keyof WireClient, FlatName>]: WireClient[N]
} & {
  /** Every operation in the API's own form: the parts of its request go in, its JSON comes out. */
  readonly raw: WireClient
  /** The same client with other options, e.g. the token of another user. */
  with(options: ClientOptions): ClientIn<S>
}

/** `Client`, or what is known of it by a schema. */
export type ClientOf<S extends AnyTypes> = S extends WorldTypes ? ClientIn<S> : Client

/**
 * A client for a server or for an app in this process. `createClient<Shop>`: operations take and answer what the schema says that
 * `hexarium types` wrote.
 *
 * ```ts
 * const client = createClient({ baseUrl: "http://127.0.0.1:7575" })
 * const { token } = await client.login({ email: "ada@acme.test", password: "secret" })
 * const ada = client.with({ token })
 * const deals = { application: "CRM", datastore: "Deals" }
 * const { itemId } = await ada.createItem({ ...deals, item: { Title: "First" } })
 * const { values } = await ada.getItemDetails({ ...deals, itemId })
 * ```
 */
export function createClient(options: ClientOptions): Client
export function createClient<S extends WorldTypes>(options: ClientOptions): ClientIn<S>
/** Once more, since `ReturnType<typeof createClient>` is that of the last. */
export function createClient(options: ClientOptions): Client
export function createClient(options: ClientOptions): unknown {
  const raw = wireClient(options)
  // What is common to calls in flat words is loaded at the first of them: callers of the API's own form never need it.
  let loading: Promise<Calls> | undefined
  const inFlatWords = () => {
    loading ??= import("./flat/in-flat-words.ts").then(({ inFlatWords: operations }) => operations(raw))
    return loading
  }
  const inEitherForm = Object.entries(callsOf(raw)).map(([name, asIs]) => [
    name,
    async (input: unknown) => (isFlat(input) ? ((await inFlatWords())[name] ?? asIs) : asIs)(input ?? {}),
  ])
  return {
    ...raw,
    ...Object.fromEntries(inEitherForm),
    raw,
    with: (others: ClientOptions) => createClient({ ...options, ...others }),
  }
}
