import * as z from "zod"
import { lazy } from "../contract/shapes.ts"
import type { WireHeaders } from "../http/wire-request.ts"
import type { NamedWorld, Worlds } from "../worlds.ts"

/** A request to the control plane, checked. */
export interface ControlCall<B> {
  readonly worlds: Worlds
  /** The world `:w` of the path; `main` where the path has none. */
  readonly named: NamedWorld
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: WireHeaders
  readonly body: B
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal
}

export interface BodyLimits {
  readonly bytes: number
  readonly nesting: number
}

/** One operation of the control plane. Paths are below /_hexarium. */
export interface ControlRoute {
  readonly method: "GET" | "POST" | "PUT" | "DELETE"
  readonly path: string
  readonly status?: number
  /** The JSON body; absent = `{}` or none. Unknown members are refused, so that a typo doesn't pass. */
  readonly body?: () => z.ZodType
  /** How much of a body is taken, where that is more than usual. */
  readonly limits?: BodyLimits
  /** The answer's JSON, or a `Reply`; undefined is `null`. */
  readonly run: (call: ControlCall<never>) => unknown
}

export const NOTHING = lazy(() => z.strictObject({}))

/** A route without a body. */
export const route = (
  method: ControlRoute["method"],
  path: string,
  run: (call: ControlCall<unknown>) => unknown,
): ControlRoute => ({ method, path, run })

/** A route that takes a JSON body. */
export const bodyRoute = <S extends z.ZodType>(
  method: ControlRoute["method"],
  path: string,
  body: () => S,
  run: (call: ControlCall<z.output<S>>) => unknown,
): ControlRoute => ({ method, path, body, run })
