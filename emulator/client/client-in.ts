import type { AnyTypes, ApplicationIn, DatastoreIn, TypesOf, WorldTypes } from "../../src/world/index.ts"
import type { ClientOptions, DryRunOptions } from "./client-options.ts"
import type { DryRunClient } from "./dry-run-client.ts"
import type { Client } from "./operations.ts"
import type { NotWriting, Requests, WireClient, Writing } from "./requests.ts"

type WritesItem = "createItem" | "createItemWithItemID" | "updateItem" | "executeAction"

type ParamsIn<N extends WritesItem, A, D> = Omit<Requests[N]["params"], "app-id" | "datastore-id"> & {
  /** Display ID of the application. */
  readonly "app-id": A
  /** Display ID of the datastore. */
  readonly "datastore-id": D
}

type ItemIn<D> = D extends { readonly values: infer V } ? { readonly [F in keyof V]?: unknown } : never

type BodyIn<N extends WritesItem, D> = Omit<NonNullable<Requests[N]["body"]>, "item"> & {
  /** Values by field's display ID. */
  readonly item?: ItemIn<D>
}

export type WriteIn<S extends WorldTypes, N extends WritesItem> = <
  A extends ApplicationIn<S>,
  D extends DatastoreIn<S, A>,
>(
  input: Omit<Requests[N], "params" | "body"> & {
    /** Path parameters. */
    readonly params: ParamsIn<N, A, D>
    /** The JSON body. */
    readonly body: BodyIn<N, TypesOf<S, A, D>>
  },
) => ReturnType<WireClient[N]>

/** A client whose writes accept only the fields of the schema `S` from `hexarium types` (types.md). */
export interface ClientIn<S extends WorldTypes> extends NotWriting, Writing<S> {
  /** Returns a client whose calls are dry runs: they change nothing, and resolve with the response and the request's ID. */
  with(options: DryRunOptions): DryRunClient
  /** Returns a copy of this client with other options, e.g. the token of another user. */
  with(options: ClientOptions): ClientIn<S>
}

/** `ClientIn` if `S` is a schema; otherwise `Client`. */
export type ClientOf<S extends AnyTypes> = S extends WorldTypes ? ClientIn<S> : Client
