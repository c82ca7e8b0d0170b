import type { Capsule } from "../../../src/insight/index.ts"
import type { ActingOf, World } from "../../../src/world/index.ts"
import type { OperationName } from "../../api/index.ts"

/** A file to upload, with its content as text or base64. */
export type KitFile = {
  /** The file's name. */
  readonly name: string
} & (
  | {
      /** The content, as text. */
      readonly text: string
    }
  | {
      /** The content, as base64. */
      readonly base64: string
    }
)

/** An API request that a user makes, in the API's wire format. */
export interface KitRequest {
  /** The operation's name in camelCase, e.g. `getItemDetails`. */
  readonly operation: OperationName
  /** The user who makes the request: `e-mail`, `e-mail#user_code` or u_id. */
  readonly user: string
  /** Path parameters by name, e.g. `app-id`. */
  readonly params?: Readonly<Record<string, string>>
  /** Query parameters; default: none. */
  readonly query?: Readonly<Record<string, string>>
  /** The JSON body; default: none. */
  readonly body?: unknown
  /** Text parts of a multipart form. The request is sent as a form if `form` or `file` is given. */
  readonly form?: Readonly<Record<string, string>>
  /** The file to send in the form's `file` part. */
  readonly file?: KitFile
}

// biome-ignore lint/suspicious/noExplicitAny: bodies are compared property by property with the model's prediction
export type WireBody = any

/** The response to a request. */
export interface KitAnswer {
  /** The HTTP status. */
  readonly status: number
  /** The body: parsed JSON, a string for text types, base64 for other types; null if the body is empty. */
  readonly body: WireBody
}

/** A world under test. The interface is the same for a world in this process, an app and an HTTP server. */
export interface Target {
  /** How the world is reached: in this process, through an app, or at a URL. */
  readonly kind: "world" | "app" | "url"
  /** Sends a request and resolves with the response, even if the API refuses the request. */
  call(request: KitRequest): Promise<KitAnswer>
  /** Advances the target's clock by `ms` milliseconds. */
  advance(ms: number): Promise<{
    /** The events that became due and ran, in order. */
    readonly fired: readonly {
      /** Type of the event, e.g. `auto_action`. */
      readonly kind: string
      /** ID of the record to which the event belongs, e.g. an auto_id. */
      readonly id: string
      /** Number of records that the event changed. */
      readonly affected: number
    }[]
  }>
  /** Returns the next scheduled events, in the order in which they are due. */
  schedule(): Promise<
    readonly {
      /** Due time of the event: ISO 8601 in UTC. */
      readonly at: string
      /** Type of the event, e.g. `auto_action`. */
      readonly kind: string
      /** ID of the record to which the event belongs, e.g. an auto_id. */
      readonly id: string
    }[]
  >
  /** Returns the world's current time: ISO 8601 in UTC. */
  now(): Promise<string>
  /** Returns the i_ids of each datastore's items in creation order, keyed by d_id. */
  listItems(dIds: readonly string[]): Promise<Readonly<Record<string, readonly string[]>>>
  /** Returns typed operations that run as a user. Results have readable values by display ID. */
  as(user: string): ActingOf<undefined>
  /** Exports the world as a fixture that contains all IDs. */
  export(): Promise<unknown>
  /** Restores the world to its state when the target was opened. */
  reset(): Promise<void>
  /** Releases the target's resources, such as its fork on a server. */
  close(): Promise<void>
  /** The world object; undefined if the target is an app or a URL. */
  readonly world?: World
}

/** A target on a server, whose log contains the requests. */
export interface ServedTarget extends Target {
  /** Returns the capsule of the target's world, with all requests. */
  capsule(): Promise<Capsule>
}

/** Opens targets. Each target is an independent fork of the same world. */
export interface TargetSource {
  readonly kind: Target["kind"]
  open(): Promise<Target>
  /** Opens a target on a server. A world in this process gets a server of its own. */
  openServed(): Promise<ServedTarget>
}
