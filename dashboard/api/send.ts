import { exchange, type Sent } from "./exchange.ts"
import { pathOf, tokenOf } from "./person.ts"

/** A request: `path` with `/api/v0` and its query, `body` as JSON. */
export interface Written {
  readonly method: string
  readonly path: string
  readonly body?: string | undefined
  readonly form?: FormData
  /** The `Accept` header, for operations whose response depends on it. */
  readonly accept?: string
}

/** Sends a request as a user, and returns any response, also a refusal. `user` is an address, or empty for no user. */
export async function send(world: string, user: string, { method, path, body, form, accept }: Written): Promise<Sent> {
  const headers = new Headers({ "x-hexarium": "1" })
  if (user !== "") headers.set("authorization", `Bearer ${await tokenOf(world, user)}`)
  if (body !== undefined) headers.set("content-type", "application/json")
  if (accept !== undefined) headers.set("accept", accept)
  return exchange(pathOf(world) + path, { method, headers, body: form ?? body ?? null })
}
