import type { World } from "../../src/inside.ts"
import type { OperationName } from "../api/contract/table.ts"

/** A file that a request brings: its name, and what is in it as text or as base64. */
export type KitFile = {
  /** Name of the file. */
  readonly name: string
} & (
  | {
      /** What is in it, as text. */
      readonly text: string
    }
  | {
      /** What is in it, as base64. */
      readonly base64: string
    }
)

/** A request to an operation in the API's own words, as some user. */
export interface KitRequest {
  /** Operation name in camelCase: the key of the table. */
  readonly operation: OperationName
  /** `e-mail`, `e-mail#user_code` or u_id of the caller. */
  readonly user: string
  /** Parts of the path by their names in the API, e.g. `app-id`. */
  readonly params?: Readonly<Record<string, string>>
  /** Parameters of the query; none when absent. */
  readonly query?: Readonly<Record<string, string>>
  /** A JSON body; none when absent. */
  readonly body?: unknown
  /** Text parts of a multipart form; with `file`, or alone, the request is one. */
  readonly form?: Readonly<Record<string, string>>
  /** The file of a multipart form, its part `file`. */
  readonly file?: KitFile
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read member by member against the model's prediction
export type WireBody = any

/** What a request was answered with. */
export interface KitAnswer {
  /** The HTTP status. */
  readonly status: number
  /** JSON as data, text as it is, other bytes as base64; null when there is no body. */
  readonly body: WireBody
}

/** What the kit runs its commands against; the same commands on each. */
export interface Target {
  /** How it is named in reports. */
  readonly kind: "world" | "app" | "url"
  /** Makes a request and answers what came, refusals too. */
  call(request: KitRequest): Promise<KitAnswer>
  /** Moves the target's clock; milliseconds. */
  advance(ms: number): Promise<{
    /** What came due on the way, in order. */
    readonly fired: readonly {
      /** What it was, e.g. an auto action. */
      readonly kind: string
      /** ID of what it was. */
      readonly id: string
      /** How many records it changed. */
      readonly affected: number
    }[]
  }>
  /** What is due next, in order. */
  schedule(): Promise<
    readonly {
      /** When: ISO 8601 in UTC. */
      readonly at: string
      /** What it is, e.g. an auto action. */
      readonly kind: string
      /** ID of what it is. */
      readonly id: string
    }[]
  >
  /** The target's time: ISO 8601 in UTC. */
  now(): Promise<string>
  /** i_ids of the items of datastores, by d_id, in the order in which they came into being. */
  listItems(dIds: readonly string[]): Promise<Readonly<Record<string, readonly string[]>>>
  /** The world as a fixture, with every ID. */
  export(): Promise<unknown>
  /** Puts the target back to its beginning. */
  reset(): Promise<void>
  /** Frees what was made for the target. */
  close(): Promise<void>
  /** The world behind it, where it is in this process. */
  readonly world?: World
}

/** Where targets come from: each sequence of commands gets one of its own, a fork of the same beginning. */
export interface TargetSource {
  /** How they are named in reports. */
  readonly kind: Target["kind"]
  /** A fresh target. */
  open(): Promise<Target>
}
