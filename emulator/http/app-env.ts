import type { NamedWorld } from "../worlds/worlds.ts"

/** A body as Node hands it over: left early, it does not close the connection when it is told not to. */
export interface IncomingBody extends AsyncIterable<Uint8Array> {
  /** Its parts, read otherwise than by a plain loop. */
  iterator?(options: {
    /** False: the connection is kept where reading ends early. */
    readonly destroyOnReturn: boolean
  }): AsyncIterable<Uint8Array>
  /** The connection that it came by. */
  readonly socket?: {
    /** Who asks, by IP address. */
    readonly remoteAddress?: string | undefined
  }
}

/** What the context of a request to Hexarium knows besides the request. */
export interface AppEnv {
  /** What a server hands to each request. */
  readonly Bindings: {
    /** The message of a Node server, as @hono/node-server gives it; absent everywhere else. */
    readonly incoming?: IncomingBody
    /** What answers it, likewise. */
    readonly outgoing?: {
      /** Cuts the connection. */
      destroy(): void
    }
  }
  /** What handlers know of the request. */
  readonly Variables: {
    /** The world that the request is for. */
    named: NamedWorld
  }
}
