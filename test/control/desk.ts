import { type App, createApp } from "../../emulator/index.ts"
import type { Fixture } from "../../src/fixtures/index.ts"
import { createEngineWorld, type EngineWorld } from "../../src/world/index.ts"
import { expectTold } from "./told.ts"

/** A help desk: tickets with an auto number, in a workflow of two steps. */
export const DESK: Fixture = {
  version: 1,
  seed: 7,
  clock: { mode: "frozen", now: "2026-01-05T09:00:00Z" },
  users: [
    { email: "ada@acme.test", username: "Ada", password: "correct-horse-1", token: "ada-fixed-token-1" },
    { email: "bob@acme.test", username: "Bob", password: "bobs-own-secret-2" },
  ],
  workspaces: [
    {
      name: "Acme",
      admins: ["ada@acme.test"],
      group: { group_id: "ALL", name: "Everybody", members: ["ada@acme.test", "bob@acme.test"] },
      applications: [
        {
          application_id: "DESK",
          name: "Desk",
          roles: [{ role_id: "ADMIN", name: "Admin", users: ["ada@acme.test", "bob@acme.test"] }],
          datastores: [
            {
              datastore_id: "TICKETS",
              name: "Tickets",
              fields: {
                No: {
                  name: "No",
                  dataType: "autonum",
                  as_title: true,
                  autonum: { prefix: "D-", zero_padding: true, digit: 5 },
                },
                Subject: { name: "Subject", dataType: "text" },
              },
              statuses: { New: { name: "New" }, Working: { name: "Working" } },
              actions: {
                Create: { crud_type: "1", default: true },
                Update: { crud_type: "2", default: true },
                Start: { crud_type: "2", status: "New", next_status: "Working" },
                Delete: { crud_type: "3", default: true },
              },
              items: [{ key: "first", values: { Subject: "Printer on fire" }, status: "New" }],
            },
          ],
        },
      ],
    },
  ],
}

export interface Answered {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes, compared as wholes
  readonly body: any
}

/** The desk's world, its app, and functions that send requests to the API and the control plane. */
export async function desk(): Promise<{
  readonly world: EngineWorld
  readonly app: App
  readonly control: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answered>
  readonly api: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answered>
}> {
  const world = await createEngineWorld({ fixture: DESK })
  const app = createApp({ world })
  const send = async (url: string, method: string, headers: Record<string, string>, body?: unknown) => {
    const answer = await app.fetch(
      new Request(url, {
        method,
        headers: { "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      }),
    )
    const text = await answer.text()
    expectTold(method, url, answer, text)
    return { status: answer.status, headers: answer.headers, body: text === "" ? null : JSON.parse(text) }
  }
  return {
    world,
    app,
    control: (method, path, body, headers = {}) =>
      send(`http://hexarium/_hexarium${path}`, method, { "x-hexarium": "1", ...headers }, body),
    api: (method, path, body, headers = { authorization: "Bearer ada-fixed-token-1" }) =>
      send(`http://hexarium/api/v0${path}`, method, headers, body),
  }
}
