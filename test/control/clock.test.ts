import { describe, expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import type { Fixture } from "../../src/fixtures/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { type Answered, DESK, desk } from "./desk.ts"

const CLOCK = "/worlds/main/clock"
const NOW = "2026-01-05T09:00:00.000Z"

describe("the clock (control.md section 3)", () => {
  test("is read, advanced by units and milliseconds, set, and set back while frozen", async () => {
    const { control } = await desk()
    expect((await control("GET", CLOCK)).body).toEqual({ now: NOW, mode: "frozen" })
    const now = async (body: unknown) => (await control("POST", CLOCK, body)).body.now
    expect(await now({ advance: "90m" })).toBe("2026-01-05T10:30:00.000Z")
    expect(await now({ advance: 1500 })).toBe("2026-01-05T10:30:01.500Z")
    expect(await now({ advance: "1w" })).toBe("2026-01-12T10:30:01.500Z")
    expect(await now({ to: "2026-01-01T00:00:00Z" })).toBe("2026-01-01T00:00:00.000Z")
    expect((await control("POST", CLOCK, { next: true })).body).toEqual({
      now: "2026-01-01T00:00:00.000Z",
      mode: "frozen",
      fired: [],
    })
    expect((await control("POST", CLOCK, {})).body).toEqual({
      now: "2026-01-01T00:00:00.000Z",
      mode: "frozen",
      fired: [],
    })
    expect((await control("POST", CLOCK, { advance: "1d", mode: "ticking" })).body).toMatchObject({ mode: "ticking" })
    expect((await control("GET", "/worlds/main")).body.now >= "2026-01-02T00:00:00.000Z").toBe(true)
  })

  test.each([
    { advance: "1d", to: NOW },
    { advance: "1d", next: true },
    { to: NOW, next: true },
    { advance: "90" },
    { advance: "1y" },
    { advance: "-1d" },
    { advance: -1 },
    { advance: null },
    { to: "tomorrow" },
    { to: 1 },
    { next: false },
    { mode: "fast" },
    { forward: "1d" },
    [],
  ])("%j is refused, and nothing moves", async (body) => {
    const { control, world } = await desk()
    const before = world.hash()
    expect(await control("POST", CLOCK, body)).toMatchObject({ status: 400, body: { error_code: "INVALID_PARAMS" } })
    expect(world.hash()).toBe(before)
  })
})

describe("auto actions", () => {
  const fixture: Fixture = structuredClone(DESK) as Fixture
  const application = fixture.workspaces[0]?.applications?.[0]
  if (application !== undefined) {
    application.auto_actions = [
      {
        auto_id: "a".repeat(24),
        name: "Start what is new",
        datastore_id: "TICKETS",
        action_id: "Start",
        conditions: [{ id: "Status", search_value: ["New"] }],
        action_schedule: { time_type: "hr", time_value: "1" },
      },
    ]
  }
  const event = { kind: "auto_action", id: "a".repeat(24), name: "Start what is new" }

  async function scheduled() {
    const app = createApp({ world: await createWorld({ fixture }) })
    const control = async (
      method: string,
      path: string,
      body?: unknown,
    ): Promise<Pick<Answered, "status" | "body">> => {
      const answer = await app.fetch(
        new Request(`http://hexarium/_hexarium/worlds/main${path}`, {
          method,
          headers: { "x-hexarium": "1", "content-type": "application/json" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      )
      return { status: answer.status, body: await answer.json() }
    }
    return { app, control }
  }

  test("stand in the schedule and fire, in order, on the way of the clock", async () => {
    const { control } = await scheduled()
    expect((await control("GET", "/schedule")).body).toEqual({
      upcoming: [{ at: expect.stringMatching(/^2026-01-05T10:00:00/), ...event }],
    })
    const { body } = await control("POST", "/clock", { advance: "2h" })
    expect(body).toEqual({
      now: "2026-01-05T11:00:00.000Z",
      mode: "frozen",
      fired: [
        { at: expect.stringMatching(/^2026-01-05T10:00:00/), ...event, affected: 1 },
        { at: expect.stringMatching(/^2026-01-05T11:00:00/), ...event, affected: 0 },
      ],
    })
    expect((await control("POST", "/clock", { next: true })).body).toMatchObject({ now: "2026-01-05T12:00:00.000Z" })
  })

  test("stand on the timeline with every run: those that were, and those of the next days", async () => {
    const { control } = await scheduled()
    await control("POST", "/clock", { advance: "2h" })
    const { timeline } = (await control("GET", "/timeline?days=1")).body
    const at = (hour: number) =>
      expect.stringContaining(new Date(Date.UTC(2026, 0, 5, hour)).toISOString().slice(0, 17))
    expect(timeline).toEqual([
      { at: at(10), what: "ran", ...event, affected: 1 },
      { at: at(11), what: "ran", ...event, affected: 0 },
      ...Array.from({ length: 24 }, (_, index) => ({ at: at(12 + index), what: "due", ...event, affected: null })),
    ])
    const whole = (await control("GET", "/timeline?limit=1000")).body.timeline
    expect(whole).toHaveLength(2 + 30 * 24)
    expect((await control("GET", "/timeline?days=91")).status).toBe(400)
  })

  test("stand on the timeline beside mails, and beside tokens and links that end, without their secrets", async () => {
    const { app, control } = await scheduled()
    const { token } = (await control("POST", "/tokens", { user: "ada@acme.test", ttl_hours: 48 })).body
    const forgot = await app.fetch(
      new Request("http://hexarium/api/v0/users/password/forgot", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "bob@acme.test" }),
      }),
    )
    expect(forgot.status).toBe(200)
    const told = await control("GET", "/timeline")
    const others = told.body.timeline.filter(({ kind }: { kind: string }) => kind !== "auto_action")
    expect(others).toEqual([
      { at: NOW, what: "ran", kind: "mail", id: expect.any(String), name: expect.any(String), affected: null },
      {
        at: "2026-01-06T09:00:00.000Z",
        what: "due",
        kind: "confirmation_expiry",
        id: "***",
        name: "bob@acme.test",
        affected: null,
      },
      {
        at: "2026-01-07T09:00:00.000Z",
        what: "due",
        kind: "token_expiry",
        id: "***",
        name: "ada@acme.test",
        affected: null,
      },
    ])
    expect(JSON.stringify(told.body)).not.toContain(token)
  })

  test("run by hand, as of the clock", async () => {
    const { control } = await scheduled()
    expect((await control("POST", `/auto-actions/${event.id}/run`, {})).body).toEqual({
      fired: [{ at: NOW, ...event, affected: 1 }],
    })
    expect((await control("POST", `/auto-actions/${"b".repeat(24)}/run`)).status).toBe(404)
  })
})
