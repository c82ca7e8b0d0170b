import { type App, type AppOptions, createApp } from "../../../emulator/app.ts"
import { type Ports, StoredWorlds } from "../../../src/engine/index.ts"
import type { Fixture } from "../../../src/fixtures/index.ts"
import type { Store } from "../../../src/ports/index.ts"
import { createEngineWorld, type EngineWorld } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

/** Tasks with a number each, and a room that stores a text. */
export const TASKS: Fixture = fixtureOf({
  datastores: {
    Tasks: {
      fields: {
        No: { dataType: "autonum", autonum: { prefix: "T-" } },
        Text: { dataType: "text" },
      },
    },
  },
})

/** The fixture TASKS with the group CREW and this many users who may join it: `user0@acme.test` and so on. */
export function crewFixture(users: number): Fixture {
  const names = Array.from({ length: users }, (_, at) => `user${at}`)
  const fixture = fixtureOf({
    users: ["ada", ...names],
    datastores: {
      Tasks: {
        fields: {
          No: { dataType: "autonum", autonum: { prefix: "T-" } },
          Text: { dataType: "text" },
        },
      },
    },
    workspace: {
      group: {
        group_id: "ACME",
        name: "Acme",
        members: ["ada", ...names].map((name) => `${name}@acme.test`),
        groups: [{ group_id: "CREW", name: "Crew" }],
      },
    },
  })
  return fixture
}

/** A server without a socket, on a store that others may share. */
export interface Replica {
  readonly world: EngineWorld
  readonly app: App
  /** Sends a request to the API as Ada. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>
  close(): Promise<void>
}

export interface Answered {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: any JSON
  readonly body: any
}

/** Opens the world `main` of a store. The first server creates it. */
export async function replicaOn(
  store: Store,
  options: Pick<AppOptions, "reads"> & { readonly ports?: Partial<Ports>; readonly fixture?: Fixture } = {},
): Promise<Replica> {
  const { fixture = TASKS, ports, ...served } = options
  const persistence = new StoredWorlds(store).world("main")
  const world = await createEngineWorld({ fixture, ports: { ...ports, persistence } })
  const app = createApp({ world, ...served })
  return {
    world,
    app,
    async ask(method, path, body, headers = {}) {
      const answer = await app.request(`http://127.0.0.1${path}`, {
        method,
        headers: { authorization: "Bearer ada-token", "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, headers: answer.headers, body: text === "" ? null : JSON.parse(text) }
    },
    async close() {
      app.close()
      await world.close()
      await store.close()
    },
  }
}

const PLACE = "/api/v0/applications/APP/datastores/Tasks"

export const createTask = (replica: Replica, text: string, headers?: Record<string, string>) =>
  replica.ask("POST", `${PLACE}/items/new`, { item: { Text: text } }, headers)

export const searchTasks = (replica: Replica, headers?: Record<string, string>) =>
  replica.ask("POST", `${PLACE}/items/search`, { page: 1, per_page: 100, use_display_id: true }, headers)
