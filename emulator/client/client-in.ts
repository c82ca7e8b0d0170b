import type { AnyTypes, ApplicationIn, DatastoreIn, TypesOf, WorldTypes } from "../../src/inside.ts"
import type { BodyInputOf, ParamsOf } from "../api/contract/row.ts"
import type { OperationTable } from "../api/contract/table.ts"
import type { ClientOptions } from "./client-options.ts"
import type { Client, InputOf, WireClient } from "./operations.ts"

/** Operations whose body holds the values of an item by field. */
type WritesItem = "createItem" | "createItemWithItemID" | "updateItem" | "executeAction"

type Sent<N extends WritesItem> = InputOf<OperationTable[N]>
type Body<N extends WritesItem> = BodyInputOf<OperationTable[N]>

type ParamsIn<N extends WritesItem, A, D> = Omit<ParamsOf<OperationTable[N]>, "app-id" | "datastore-id"> & {
  /** Display ID of the application. */
  readonly "app-id": A
  /** Display ID of the datastore. */
  readonly "datastore-id": D
}

/** Values by the display IDs of the datastore's fields. */
type ItemIn<D> = D extends { readonly values: infer V } ? { readonly [F in keyof V]?: unknown } : never

type BodyIn<N extends WritesItem, D> = Omit<Body<N>, "item"> & {
  /** Values by field. */
  readonly item?: ItemIn<D>
}

type WriteIn<S extends WorldTypes, N extends WritesItem> = <A extends ApplicationIn<S>, D extends DatastoreIn<S, A>>(
  input: Omit<Sent<N>, "params" | "body"> & {
    /** Parameters of the path. */
    readonly params: ParamsIn<N, A, D>
    /** The JSON body. */
    readonly body: BodyIn<N, TypesOf<S, A, D>>
  },
) => ReturnType<WireClient[N]>

/** A client of a schema that `hexarium types` wrote: an item is sent with the fields that its datastore has (types.md). */
export type ClientIn<S extends WorldTypes> = Omit<WireClient, WritesItem> & {
  readonly [N in WritesItem]: WriteIn<S, N>
} & {
  /** The same client with other options, e.g. the token of another user. */
  with(options: ClientOptions): ClientIn<S>
}

/** `Client`, or what is known of it by a schema. */
export type ClientOf<S extends AnyTypes> = S extends WorldTypes ? ClientIn<S> : Client
