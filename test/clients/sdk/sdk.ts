import { createRequire } from "node:module"
import { inject } from "vitest"

const load = createRequire(import.meta.url)

/** The package is CommonJS. Its classes share the client that logged in last. */
// biome-ignore lint/suspicious/noExplicitAny: the package's own types do not fit what its methods return
const sdk = load("@hexabase/hexabase-js") as any

export const {
  Datastore,
  FileObject,
  HexabaseClient,
  HexabaseSQL,
  Item,
  Project,
  Report,
  User,
  Workspace,
  createClient,
} = sdk

/** Logs in with version 1.1.1. Its methods take the service's own parameters, and return an error instead of throwing it. */
export const createClientOfVersion1: Any = load("hexabase-js-1").createClient

// biome-ignore lint/suspicious/noExplicitAny: see above
export type Any = any

/** A person who uses the SDK in a world. */
export interface Person {
  readonly email: string
  readonly password: string
}

/** A world of its own on the server of the tests. */
export class SdkWorld {
  readonly url: string
  readonly #control: string

  private constructor(name: string) {
    this.url = `${inject("server")}/w/${name}`
    this.#control = `${inject("server")}/_hexarium/worlds/${name}`
  }

  /** Creates a copy of the demo, or a world with the content of a fixture. */
  static async create(fixture?: object): Promise<SdkWorld> {
    const { name } = await send("POST", `${inject("server")}/_hexarium/worlds`, {})
    const world = new SdkWorld(name)
    if (fixture !== undefined) await world.control("POST", "/import", fixture)
    return world
  }

  /** Returns a client of the SDK with the three addresses of the world. */
  client(): Any {
    return new HexabaseClient({ url: `${this.url}/graphql`, rest: this.url, pubsub: `${this.url}/hub` })
  }

  async logIn(person: Person): Promise<Any> {
    const client = this.client()
    await client.login(person)
    return client
  }

  control(method: string, path: string, body?: object): Promise<Any> {
    return send(method, this.#control + path, body)
  }

  /** Returns the operations of all requests so far. */
  async operations(): Promise<Set<string>> {
    const { requests } = await this.control("GET", "/requests?limit=1000")
    return new Set(requests.map(({ operation }: { operation: string }) => operation))
  }
}

async function send(method: string, url: string, body?: object): Promise<Any> {
  const headers = { "x-hexarium": "1", "content-type": "application/json" }
  const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`)
  return JSON.parse(text)
}
