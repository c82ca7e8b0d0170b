import type { UId } from "../../../src/model/index.ts"
import type { AppWorld, NamedWorld, RequestEntry } from "../../worlds/index.ts"

import type { Unpack } from "./encodings.ts"

/** Node's incoming message. */
export interface IncomingBody extends AsyncIterable<Uint8Array> {
  iterator?(options: {
    /** If false, the connection stays open when the iteration ends early. */
    readonly destroyOnReturn: boolean
  }): AsyncIterable<Uint8Array>
  readonly socket?: {
    /** The client's IP address. */
    readonly remoteAddress?: string | undefined
  }
}

/** A user of the hub: their world and their token. */
export interface HubUser {
  readonly named: NamedWorld
  readonly uId: UId
  readonly token: string
}

/** A WebSocket request that the hub admits. */
export interface Admitted extends HubUser {
  /** The request's log entry. The receiving server completes it. */
  readonly entry: RequestEntry
}

/** Types of the values in the Hono context of a Hexarium app. */
export interface PublicEnv {
  /** Objects that the receiving server passes with the request. */
  readonly Bindings: {
    /** The incoming message that @hono/node-server passes; undefined in other environments. */
    readonly incoming?: IncomingBody
    /** Node's response object; undefined in other environments. */
    readonly outgoing?: {
      /** True once the response has been written or the connection has closed. */
      readonly destroyed: boolean
      /** Calls the listener when the connection closes. */
      once(event: "close", listener: () => void): unknown
      /** Closes the connection. */
      destroy(): unknown
    }
    /** Decodes packed bodies; undefined if the platform's own decoders are to be used. */
    readonly unpack?: Unpack
    /** True if the receiving server opens WebSockets. */
    readonly hasHub?: boolean
    /** Called if the hub admits the request, so that the server opens a WebSocket instead of sending the response. */
    readonly admit?: (admitted: Admitted) => void
  }
  /** Values set by middleware. */
  readonly Variables: {
    /** The world that the request addresses. */
    named: AppWorld
  }
}

/** `PublicEnv` with the members that the server itself needs. */
export interface AppEnv extends PublicEnv {
  readonly Variables: {
    named: NamedWorld
  }
}
