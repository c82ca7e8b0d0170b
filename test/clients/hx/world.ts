import { test as base, inject } from "vitest"
import { Terminal } from "./hx.ts"

/** Response bodies differ between operations; tests compare them. */
// biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes, compared as wholes
type Body = any

/** A copy of the demo for one test. Its caller is Mina, the administrator, or another user. */
export class DemoWorld {
  readonly url: string
  readonly #control: string
  readonly #name: string
  readonly #token: string

  private constructor(name: string, token: string) {
    this.url = `${inject("server")}/w/${name}`
    this.#control = `${inject("server")}/_hexarium/worlds/${name}`
    this.#name = name
    this.#token = token
  }

  /** A client of the same world with another caller. */
  as(token: string): DemoWorld {
    return new DemoWorld(this.#name, token)
  }

  static async fork(): Promise<DemoWorld> {
    const answer = await fetch(`${inject("server")}/_hexarium/worlds`, {
      method: "POST",
      headers: { "x-hexarium": "1" },
    })
    return new DemoWorld(((await answer.json()) as { name: string }).name, "demo-mina")
  }

  async api(method: string, path: string, body?: unknown): Promise<Body> {
    const answer = await fetch(`${this.url}/api/v0${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }

  async control(method: string, path = "", body?: unknown): Promise<Body> {
    const answer = await fetch(this.#control + path, {
      method,
      headers: { "x-hexarium": "1", "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return answer.json()
  }

  /** Digest of the whole world. */
  async hash(): Promise<string> {
    return (await this.control("GET")).hash
  }

  /** The order desk's datastore with this display ID, as GetDatastores returns it. */
  async datastore(displayId: string): Promise<{ readonly datastore_id: string; readonly name: string }> {
    const datastores: { datastore_id: string; name: string; display_id: string }[] = await this.api(
      "GET",
      "/applications/ORDERS/datastores",
    )
    const found = datastores.find(({ display_id }) => display_id === displayId)
    if (found === undefined) throw new Error(`no datastore ${displayId}`)
    return found
  }
}

/** A test with its own world, and a terminal at which Mina is logged in. */
export const test = base.extend<{ world: DemoWorld; terminal: Terminal }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
  world: async ({}, use) => {
    const world = await DemoWorld.fork()
    await use(world)
    await world.control("DELETE")
  },
  terminal: async ({ world }, use) => {
    const terminal = new Terminal()
    const { u_id } = await world.api("GET", "/userinfo")
    terminal.configure({ url: world.url, token: "demo-mina", userId: u_id })
    await use(terminal)
    terminal.close()
  },
})
