import { expect, test } from "vitest"
import { createApp } from "../emulator/index.ts"
import { defaultPorts, World } from "../src/index.ts"
import { DEFAULT_SETTINGS } from "../src/state/scalars.ts"
import { makeState } from "../src/state/state.ts"

test("an unknown path is 404, a known path with another method 405, a missing token 401", async () => {
  const state = makeState({
    clock: { mode: "frozen", now: "2026-01-05T09:00:00.000Z" },
    seed: 1,
    random: [1, 2, 3, 4],
    nextOrdinal: 0,
    settings: DEFAULT_SETTINGS,
    startedAt: "2026-01-05T09:00:00.000Z",
  })
  const app = createApp({ world: new World(state, defaultPorts(), "http://hexarium") })
  const status = async (method: string, path: string) =>
    (await app.fetch(new Request(`http://hexarium/api/v0${path}`, { method }))).status
  expect(await status("GET", "/nothing")).toBe(404)
  expect(await status("GET", "/login")).toBe(405)
  expect(await status("POST", "/users/logout")).toBe(401)
})
