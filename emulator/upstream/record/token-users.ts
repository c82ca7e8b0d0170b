import { createClient } from "../../client/index.ts"
import type { HarEntry } from "../har/read-har.ts"
import { pathInApi } from "../har/recorded-call.ts"
import { tokenOf } from "../har/token-of.ts"

const PATIENCE_MS = 5000
const MAX_TOKENS = 10_000

/** Finds the user of each token with one call of GetUserInfo. A recording contains no tokens, but a replay must know who sent a request. */
export class TokenUsers {
  readonly #users = new Map<string, Promise<string | undefined>>()

  /** Returns the u_id of the request's user; undefined without a token that the server accepted. */
  async userOf(entry: HarEntry): Promise<string | undefined> {
    const { request, response } = entry
    const token = tokenOf(entry)
    const place = pathInApi(request.url)
    // A JWT names its user in its claims, so no call is needed.
    if (token === undefined || place === undefined || response.status >= 400 || /^eyJ.+\..+\./.test(token)) {
      return undefined
    }
    const key = `${place.base} ${token}`
    const user = this.#users.get(key) ?? ask(place.base, token)
    if (this.#users.size < MAX_TOKENS) this.#users.set(key, user)
    return user
  }
}

const ask = (baseUrl: string, token: string): Promise<string | undefined> =>
  createClient({ baseUrl, token })
    .getUserInfo({ signal: AbortSignal.timeout(PATIENCE_MS) })
    .then(
      ({ u_id: uId }) => uId,
      () => undefined,
    )
