import { type App, type AppOptions, createApp } from "../../../emulator/app.ts"
import { Worlds } from "../../../emulator/worlds/index.ts"
import { type Ports, StoredWorlds } from "../../../src/engine/index.ts"
import type { Store } from "../../../src/ports/index.ts"
import { createEngineWorld } from "../../../src/world/index.ts"
import { TASKS } from "./replica.ts"

export interface WorldsServer {
  readonly app: App
  readonly worlds: Worlds
  readonly store: Store
  /** Sends a request to the control plane and returns the status. */
  ask(method: string, path: string, body?: object): Promise<number>
  names(): Promise<readonly string[]>
}

/** A server without a socket on a store, with all worlds of the store. */
export async function worldsOn(
  store: Store,
  options: { readonly ports?: Partial<Ports>; readonly reads?: AppOptions["reads"] } = {},
): Promise<WorldsServer> {
  const kept = await new StoredWorlds(store).open()
  const world = await createEngineWorld({
    fixture: TASKS,
    ports: { ...options.ports, persistence: kept.world("main") },
  })
  const row = await kept.find("main")
  if (row === undefined) throw new Error("the store has no world main")
  const worlds = new Worlds({ world, row, snapshots: [] }, {}, kept)
  const app = createApp({ worlds, ...(options.reads === undefined ? {} : { reads: options.reads }) })
  const request = (method: string, path: string, body?: object) =>
    app.request(`http://127.0.0.1/_hexarium${path}`, {
      method,
      headers: { "content-type": "application/json", "x-hexarium": "1" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    app,
    worlds,
    store,
    ask: async (method, path, body) => (await request(method, path, body)).status,
    async names() {
      const { worlds } = (await (await request("GET", "/worlds")).json()) as { worlds: { name: string }[] }
      return worlds.map(({ name }) => name)
    },
  }
}
