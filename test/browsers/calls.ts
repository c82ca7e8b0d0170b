import type { createApp as CreateApp } from "../../emulator/index.ts"
import type { createWorld as CreateWorld, Fixture } from "../../src/index.ts"

type App = ReturnType<typeof CreateApp>

export interface Parts {
  readonly createWorld: typeof CreateWorld
  readonly createApp: typeof CreateApp
  /** Set if WebAssembly can't be compiled. The action then has no script. */
  readonly withoutScripts?: true
  /** Sends requests to the app in another way than by its own `fetch`. */
  readonly reach?: (app: App) => Promise<{ readonly url: string; send(request: Request): Promise<Response> }>
}

const PRE_SCRIPT = `function main(data) {
  if (data.fields_data.Subject.uncommitted_value === "stop me") throw new Error("stopped at " + new Date().toISOString() + " by " + Math.random())
  return null
}`

const fixtureWith = (script: { readonly pre_script?: string }): Fixture => ({
  version: 1,
  seed: 7,
  clock: { mode: "frozen", now: "2026-01-05T09:00:00Z" },
  users: [{ email: "ada@acme.test", username: "Ada", password: "correct-horse-1" }],
  workspaces: [
    {
      name: "Acme",
      admins: ["ada@acme.test"],
      group: { group_id: "ALL", name: "Everybody", members: ["ada@acme.test"] },
      applications: [
        {
          application_id: "DESK",
          name: "Desk",
          roles: [{ role_id: "ADMIN", name: "Admin", users: ["ada@acme.test"] }],
          datastores: [
            {
              datastore_id: "TICKETS",
              name: "Tickets",
              fields: { Subject: { name: "Subject", dataType: "text", as_title: true } },
              actions: {
                Create: { crud_type: "1", default: true, ...script },
                Update: { crud_type: "2", default: true },
              },
              items: [{ key: "first", values: { Subject: "Printer on fire" } }],
            },
          ],
        },
      ],
    },
  ],
})

/**
 * Makes the same HTTP calls in every environment, with regular expressions, a template and a script, because these load modules late.
 * Returns the results and the world's final hash.
 */
export async function makeCalls({ createWorld, createApp, withoutScripts, reach }: Parts): Promise<readonly unknown[]> {
  const world = await createWorld({ fixture: fixtureWith(withoutScripts ? {} : { pre_script: PRE_SCRIPT }) })
  const app = createApp({ world })
  const { url, send } = (await reach?.(app)) ?? {
    url: "http://localhost",
    send: async (request: Request) => app.fetch(request),
  }
  const headers: Record<string, string> = { "content-type": "application/json" }
  const ask = async (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await send(new Request(`${url}/api/v0${path}`, { method, headers, ...init }))
    return (await response.json()) as Record<string, unknown>
  }
  const login = await ask("POST", "/login", { email: "ada@acme.test", password: "correct-horse-1" })
  headers.authorization = `Bearer ${login.token}`
  const items = "/applications/DESK/datastores/TICKETS/items"
  const told: unknown[] = []
  for (const Subject of ["Ink, 2 kg", "Paper", "stop me"]) {
    told.push(await ask("POST", `${items}/new`, { item: { Subject }, use_display_id: true }))
  }
  for (const pattern of ["paper", "\\d+ (k)?g$", "^p.*r"]) {
    const conditions = [{ id: "Subject", search_value: [pattern] }]
    told.push((await ask("POST", `${items}/search`, { conditions, page: 1, per_page: 10 })).totalItems)
  }
  told.push(await ask("POST", "/templates", { project_id: "DESK", name: "Desk" }))
  await world.clock.advance("1d")
  return [...told, login.token, world.hash()]
}
