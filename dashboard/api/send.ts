import { exchange, type Sent } from "./exchange.ts"
import { pathOf, tokenOf } from "./person.ts"

/** A request as it is written out: `path` with `/api/v0` and its query, `body` as JSON. */
export interface Written {
  readonly method: string
  readonly path: string
  readonly body?: string | undefined
  readonly form?: FormData
  /** The `Accept` header, where an operation answers differently by it. */
  readonly accept?: string
}

/** Sends a request as a user, whatever it answers. `user` is an address, or empty for nobody. */
export async function send(world: string, user: string, { method, path, body, form, accept }: Written): Promise<Sent> {
  const headers = new Headers({ "x-hexarium": "1" })
  if (user !== "") headers.set("authorization", `Bearer ${await tokenOf(world, user)}`)
  if (body !== undefined) headers.set("content-type", "application/json")
  if (accept !== undefined) headers.set("accept", accept)
  return exchange(pathOf(world) + path, { method, headers, body: form ?? body ?? null })
}
