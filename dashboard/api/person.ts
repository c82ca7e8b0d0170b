import { ApiError, createClient, type WireClient } from "../../emulator/client/client.ts"
import { ask } from "./control.ts"

export { ApiError, type WireClient }

/** A person's two clients: `look` leaves no trace, `act` makes ordinary requests. */
export interface Person {
  readonly look: WireClient
  readonly act: WireClient
  token(): Promise<string>
}

/** The path of a world's base_url. A token is valid for one such path. */
export const pathOf = (world: string): string => (world === "main" ? "" : `/w/${encodeURIComponent(world)}`)

const UNAUTHORIZED = 401

const persons = new Map<string, Person>()

/** Clients of a world's API for a user, by address or ID. Gets a token when it is first needed. */
export function personOf(world: string, user: string): Person {
  const key = JSON.stringify([world, user])
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
  const clientThat = (looks: boolean): WireClient =>
    createClient({
      baseUrl: location.origin + pathOf(world),
      fetch: async (request) => {
        const again = request.clone()
        const response = await fetch(marked(request, await (token ?? fresh()), looks))
        // A reset or replaced world no longer knows the token.
        return response.status === UNAUTHORIZED ? fetch(marked(again, await fresh(), looks)) : response
      },
    })
  const person: Person = { look: clientThat(true), act: clientThat(false), token: () => token ?? fresh() }
  persons.set(key, person)
  return person
}

function marked(request: Request, token: string, looks: boolean): Request {
  request.headers.set("authorization", `Bearer ${token}`)
  request.headers.set("x-hexarium", "1")
  if (looks) request.headers.set("x-hexarium-observe", "1")
  return request
}

export const tokenOf = (world: string, user: string): Promise<string> => personOf(world, user).token()

/** Issues a token to copy. Unlike the tokens of this page, the world stores it. */
export const makeToken = async (world: string, user: string): Promise<string> =>
  (await ask("POST /worlds/:w/tokens", { params: { w: world }, body: { user } })).token
