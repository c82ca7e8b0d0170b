import type { World } from "../../src/inside.ts"
import type { OperationName } from "../contract/table.ts"

/** A request to an operation in the API's own words, as some user. */
export interface KitRequest {
  /** Operation name in camelCase: the key of the table. */
  readonly operation: OperationName
  /** `e-mail`, `e-mail#user_code` or u_id of the caller. */
  readonly user: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read member by member against the model's prediction
export type WireBody = any

/** What a request was answered with. */
export interface KitAnswer {
  readonly status: number
  readonly body: WireBody
}

/** What the kit runs its commands against; the same commands on each. */
export interface Target {
  /** How it is named in reports. */
  readonly kind: "world" | "app" | "url"
  call(request: KitRequest): Promise<KitAnswer>
  /** Moves the target's clock; milliseconds. */
  advance(
    ms: number,
  ): Promise<{ readonly fired: readonly { readonly kind: string; readonly id: string; readonly affected: number }[] }>
  /** What is due next, in order. */
  schedule(): Promise<readonly { readonly at: string; readonly kind: string; readonly id: string }[]>
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
  readonly kind: Target["kind"]
  open(): Promise<Target>
}
