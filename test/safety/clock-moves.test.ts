import { afterEach, describe, expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { type RunningServer, startServer } from "../../emulator/node/index.ts"
import type { Fixture } from "../../src/fixtures/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { HOURLY_ACTION, tickerWorld } from "../automation/clock/ticker.ts"
import { DESK } from "../control/desk.ts"

const servers: RunningServer[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 }))))

/** 168,000 events of an hourly auto action. The client leaves before the move ends. */
const LONG_MOVE = { advance: "1000w" }
const headers = { "content-type": "application/json", "x-hexarium": "1" }

async function hourlyWorld() {
  const fixture = structuredClone(DESK) as Fixture
  const application = fixture.workspaces[0]?.applications?.[0]
  if (application === undefined) throw new Error("no application")
  application.auto_actions = [
    {
      name: "Hourly",
      datastore_id: "TICKETS",
      action_id: "Update",
      conditions: [],
      action_schedule: { time_type: "hr", time_value: "1" },
    },
  ]
  return createWorld({ fixture })
}

describe("a clock that is being moved (control.md section 3)", () => {
  test("stops after what it does when nobody wants it any more, and stands there", async () => {
    const world = await tickerWorld([HOURLY_ACTION])
    const over = new AbortController()
    let changes = 0
    world.onChange(() => {
      changes += 1
      if (changes === 3) over.abort()
    })
    const moved = await world.clock.move({ advance: "2d", mode: "ticking" }, { signal: over.signal })
    expect(moved.fired.length).toBeGreaterThan(0)
    expect(moved.fired.length).toBeLessThanOrEqual(3)
    expect(moved).toMatchObject({ now: moved.fired.at(-1)?.at, mode: "frozen" })
    const before = world.hash()
    expect((await world.clock.move({ advance: "2d" }, { signal: over.signal })).fired).toEqual([])
    expect(world.hash()).toBe(before)
  })

  test("stops when its client has left, and those that waited behind it for theirs never begin", async () => {
    const world = await hourlyWorld()
    const server = await startServer({ world, port: 0 })
    servers.push(server)
    const control = `${server.url}/_hexarium/worlds/main/clock`
    const move = (body: unknown, signal?: AbortSignal) =>
      fetch(control, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
        ...(signal === undefined ? {} : { signal }),
      })
    const leaving = new AbortController()
    const left = Promise.allSettled([1, 2, 3].map(() => move(LONG_MOVE, leaving.signal)))
    const begun = world.now
    while (world.now === begun) await new Promise((resolve) => setTimeout(resolve, 5))
    leaving.abort()
    expect((await left).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"])
    // A later move of a client that stays runs after the others.
    const answer = (await (await move({ advance: "1m" })).json()) as { now: string; fired: unknown[] }
    expect(answer.fired.length).toBeLessThan(2)
    expect(Date.parse(answer.now) - Date.parse(begun)).toBeLessThan(500 * 7 * 86_400_000)
  })

  test("stops when its world is deleted, and says so", async () => {
    const app = createApp({ world: await hourlyWorld() })
    const { world } = app.worlds.fork({ name: "twin" })
    const body = JSON.stringify(LONG_MOVE)
    const ask = (method: string, path: string, sent?: string) =>
      app.fetch(new Request(`http://hexarium/_hexarium/worlds/twin${path}`, { method, headers, body: sent ?? null }))
    const moving = ask("POST", "/clock", body)
    const begun = world.now
    while (world.now === begun) await new Promise((resolve) => setTimeout(resolve, 1))
    expect((await ask("DELETE", "")).status).toBe(200)
    const answer = await moving
    expect([answer.status, await answer.json()]).toEqual([404, { error: expect.any(String), error_code: "NOT_FOUND" }])
    const stopped = world.hash()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(world.hash()).toBe(stopped)
  })
})
