/** Types of the package's entries fit each other: a world from the engine is served, mounted and called. */
import { createWorld, type Fixture, type World } from "hexarium"
import { createClient } from "hexarium/client"
import { type App, createApp } from "hexarium/http"
import { type RunningServer, startServer } from "hexarium/node"
import { hexariumTest } from "hexarium/vitest"
import { Hono } from "hono"

const fixture: Fixture = { version: 1, users: [], workspaces: [] }
const world: World = await createWorld({ fixture })
const app: App = createApp({ world })
export const mine: Hono = new Hono().route("/fake", app)
export const server: RunningServer = await startServer({ world, port: 0 })
const { token } = await createClient({ app }).login({ body: { email: "ada@shop.test", password: "ada" } })
export const length: number = token.length
export const test = hexariumTest({ fixture })
