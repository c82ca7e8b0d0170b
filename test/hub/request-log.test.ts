import { expect, test } from "vitest"
import { createApp } from "../../emulator/app.ts"
import { createControl } from "../../emulator/client/index.ts"
import { smallWorld } from "../sample-worlds/small.ts"

test("negotiations, and requests without a WebSocket, are in the request log (hub.md section 1)", async () => {
  const app = createApp({ world: await smallWorld() })
  const control = createControl({ app })
  await control.forkWorld({ name: "hub" })
  await app.fetch("/hub/negotiate?token=bob-token&negotiateVersion=1", { method: "POST" })
  await app.fetch("/hub/negotiate?token=wrong-token", { method: "POST" })
  await app.fetch("/hub?token=bob-token")
  await app.fetch("/w/hub/hub?access_token=bob-token")
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
