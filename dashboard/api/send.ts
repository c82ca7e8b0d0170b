import { exchange, type Sent } from "./exchange.ts"
import { shownPathOf, tokenOf } from "./person.ts"

/** A request to send. `path` contains `/api/v0` and the query. `body` is sent as JSON. */
export interface Written {
  readonly method: string
  readonly path: string
  readonly body?: string | undefined
  readonly form?: FormData
  /** Whether the request is a dry run, which changes nothing. */
  readonly isDryRun?: boolean
  /** `Accept` header, for operations whose response depends on it. */
  readonly accept?: string
}

/** Sends a request as a user and returns the response, even an error response. `user` is an e-mail address, or empty for no user. */
export async function send(world: string, user: string, written: Written): Promise<Sent> {
  const { method, path, body, form, accept, isDryRun = false } = written
  const headers = new Headers({ "x-hexarium": "1" })
  if (user !== "") headers.set("authorization", `Bearer ${await tokenOf(world, user)}`)
  if (body !== undefined) headers.set("content-type", "application/json")
  if (isDryRun) headers.set("x-hexarium-dry-run", "1")
  if (accept !== undefined) headers.set("accept", accept)
  return exchange(shownPathOf(world) + path, { method, headers, body: form ?? body ?? null })
}
