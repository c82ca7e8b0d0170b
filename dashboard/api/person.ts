import { ApiError, createClient, type DryRunClient, type WireClient } from "../../emulator/client/client.ts"
import { languageOfNames } from "../language.ts"
import { versionOf } from "../shown-version.ts"
import { ask } from "./control.ts"

export { ApiError, type WireClient }

/**
 * API clients of a user. `act` makes ordinary requests. Requests of `look` and `export` leave no trace in the request log. Names are in the
 * dashboard's language for `look`, and in the world's language otherwise.
 */
export interface Person {
  readonly look: WireClient
  readonly export: WireClient
  readonly act: WireClient
  /** Makes the requests of `act` as dry runs, which change nothing. */
  readonly preview: DryRunClient
  /** Reads with a GraphQL document, which leaves no trace in the request log. Returns its `data`, or null if it was refused. */
  query(document: string, variables: unknown, signal: AbortSignal): Promise<unknown>
  token(): Promise<string>
}

/** Returns the path of a world's base URL. A token is valid only for the path that it was issued for. */
export const pathOf = (world: string): string => (world === "main" ? "" : `/w/${encodeURIComponent(world)}`)

/** Returns the path of a world's base URL at the version that the page shows. */
export function shownPathOf(world: string): string {
  const version = versionOf(world)
  return version === undefined ? pathOf(world) : `/w/${encodeURIComponent(`${world}@${version}`)}`
}

const UNAUTHORIZED_STATUS = 401

const OBSERVE = { "x-hexarium-observe": "1" }

const persons = new Map<string, Person>()

/** Returns the API clients of a user, given by e-mail address or ID. They request a token at the first call. */
export function personOf(world: string, user: string): Person {
  const key = JSON.stringify([shownPathOf(world), user])
  const known = persons.get(key)
  if (known !== undefined) return known
  let token: Promise<string> | undefined
  const fresh = () => {
    token = ask("POST /worlds/:w/tokens", { params: { w: world }, body: { user, observe: true } }).then(
      (made) => made.token,
    )
    token.catch(() => {
      token = undefined
    })
    return token
  }
  const baseUrl = location.origin + shownPathOf(world)
  const fetchWith = (headers: () => Readonly<Record<string, string>>) => async (request: Request) => {
    const again = request.clone()
    const response = await fetch(markRequest(request, await (token ?? fresh()), headers()))
    // After a reset, a world no longer knows the token. The request is then repeated with a new token.
    return response.status === UNAUTHORIZED_STATUS ? fetch(markRequest(again, await fresh(), headers())) : response
  }
  const clientWith = (headers: () => Readonly<Record<string, string>>): WireClient =>
    createClient({ baseUrl, fetch: fetchWith(headers) })
  const observe = fetchWith(() => OBSERVE)
  const person: Person = {
    look: clientWith(() => ({ ...OBSERVE, "x-hexarium-lang": languageOfNames() })),
    export: clientWith(() => OBSERVE),
    act: clientWith(() => ({})),
    preview: createClient({ baseUrl, fetch: fetchWith(() => ({})), dryRun: true }),
    async query(document, variables, signal) {
      const body = JSON.stringify({ query: document, variables })
      const headers = { "content-type": "application/json" }
      const response = await observe(new Request(`${baseUrl}/graphql`, { method: "POST", headers, body, signal }))
      const { data = null } = (await response.json()) as { readonly data?: unknown }
      return data
    },
    token: () => token ?? fresh(),
  }
  persons.set(key, person)
  return person
}

function markRequest(request: Request, token: string, headers: Readonly<Record<string, string>>): Request {
  request.headers.set("authorization", `Bearer ${token}`)
  request.headers.set("x-hexarium", "1")
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
  return request
}

export const tokenOf = (world: string, user: string): Promise<string> => personOf(world, user).token()

/** Returns a new token for the user to copy. The world stores it, unlike the tokens that the dashboard uses itself. */
export const makeToken = async (world: string, user: string): Promise<string> =>
  (await ask("POST /worlds/:w/tokens", { params: { w: world }, body: { user } })).token
