import { createClient } from "../../client/index.ts"
import type { HarEntry } from "../har/read-har.ts"
import { pathInApi } from "../har/recorded-call.ts"

const PATIENCE_MS = 5000
const MOST_TOKENS = 10_000

/** Finds the user of each token with one call of GetUserInfo. A recording contains no tokens, but a replay must know who sent a request. */
export class TokenUsers {
  readonly #users = new Map<string, Promise<string | undefined>>()

  /** Returns the u_id of the request's user; undefined without a token that the server accepted. */
  async userOf({ request, response }: HarEntry): Promise<string | undefined> {
    const header = request.headers.find(({ name }) => name.toLowerCase() === "authorization")?.value
    const token = tokenIn(header)
    const place = pathInApi(request.url)
    // A JWT names its user in its claims, so no call is needed.
    if (token === undefined || place === undefined || response.status >= 400 || /^eyJ.+\..+\./.test(token)) {
      return undefined
    }
    const key = `${place.base} ${token}`
    const user = this.#users.get(key) ?? ask(place.base, token)
    if (this.#users.size < MOST_TOKENS) this.#users.set(key, user)
    return user
  }
}

/** Returns the token of an Authorization header. A header of one word is the token itself (api.md section 0). */
export function tokenIn(header: string | undefined): string | undefined {
  const [, scheme, word] = /^\s*(Bearer\s+)?(\S+)\s*$/i.exec(header ?? "") ?? []
  return scheme === undefined && word?.toLowerCase() === "bearer" ? undefined : word
}

const ask = (baseUrl: string, token: string): Promise<string | undefined> =>
  createClient({ baseUrl, token })
    .getUserInfo({ signal: AbortSignal.timeout(PATIENCE_MS) })
    .then(
      ({ u_id: uId }) => uId,
      () => undefined,
    )
