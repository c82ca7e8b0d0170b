import { expect, test } from "vitest"
import { createApp } from "../../emulator/app.ts"
import { createControl } from "../../emulator/client/index.ts"
import { smallWorld } from "../sample-worlds/small.ts"

/** Sends a request as a server passes it on, or as a caller of an app without a server. */
const asker =
  (app: ReturnType<typeof createApp>, hasHub: boolean) =>
  async (path: string, init?: RequestInit): Promise<Response> =>
    app.fetch(new Request(`http://localhost${path}`, init), { hasHub })

test("negotiations, and requests without a WebSocket, are in the request log (hub.md section 1)", async () => {
  const app = createApp({ world: await smallWorld() })
  const control = createControl({ app })
  const ask = asker(app, true)
  await control.forkWorld({ name: "hub" })
  await ask("/hub/negotiate?token=bob-token&negotiateVersion=1", { method: "POST" })
  await ask("/hub/negotiate?token=wrong-token", { method: "POST" })
  await ask("/hub?token=bob-token")
  await ask("/w/hub/hub?access_token=bob-token")
  const shown = async (world: string) =>
    (await control.listRequests({ world })).requests.map(({ method, path, status, user, error }) => [
      `${status} ${method} ${path}`,
      user,
      error,
    ])
  expect(await shown("main")).toEqual([
    ["200 POST /hub/negotiate?token=***&negotiateVersion=1", "bob@acme.test", undefined],
    ["401 POST /hub/negotiate?token=***", null, expect.stringMatching(/token/i)],
    ["426 GET /hub?token=***", null, expect.stringContaining("connect to the hub with a WebSocket")],
  ])
  expect(await shown("hub")).toEqual([["426 GET /hub?access_token=***", null, expect.any(String)]])
})

test("an app without a server has no hub, and says so (hub.md)", async () => {
  const app = createApp({ world: await smallWorld() })
  await app.worlds.fork({ name: "hub", from: "main" } as never)
  const ask = asker(app, false)
  const asked = await Promise.all([
    ask("/hub/negotiate?token=bob-token&negotiateVersion=1", { method: "POST" }),
    ask("/hub/negotiate", { method: "POST" }),
    ask("/hub?token=bob-token"),
    ask("/w/hub/hub/negotiate?token=bob-token", { method: "POST" }),
    app.fetch("/hub/negotiate?token=bob-token", { method: "POST" }),
  ])
  for (const answer of asked) {
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      { error: expect.stringMatching(/an app of createApp has no hub.*startServer/), error_code: "NOT_FOUND" },
    ])
  }
})
