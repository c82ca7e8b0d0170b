import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { ada, autoId, bob, givenHourly, settings, world } from "../../automation/auto-actions/hourly.ts"
import { START } from "../../automation/clock/ticker.ts"
import { apiClient } from "../../conformance.ts"

givenHourly()

const update = (body: unknown, api = ada, id = autoId()) =>
  api.updateAutoActionSettings({ params: { "auto-id": id }, body })

const schedule = async () => (await settings()).body.action_schedule

describe("UpdateAutoActionSettings, api.md section 15.2", () => {
  test.each<[string, string, string, string]>([
    ["min", "45", "45", "2026-01-05T09:45:00Z"],
    ["hr", "24", "24", "2026-01-06T09:00:00Z"],
    ["day", "08:30", "2026-01-06T08:30:00.000Z", "2026-01-06T08:30:00Z"],
    ["week", "0", "0", "2026-01-11T00:00:00Z"],
    ["month", "31", "31", "2026-01-31T00:00:00Z"],
  ])("schedules %s %s", async (time_type, time_value, stored, nextExec) => {
    await world.clock.advance("5s")
    expect(await update({ action_schedule: { time_type, time_value } })).toMatchObject({
      status: 200,
      body: { error: null },
    })
    expect(await schedule()).toEqual({ time_type, time_value: stored, NextExec: nextExec })
    expect((await settings()).body).toMatchObject({ created_at: START, updated_at: "2026-01-05T09:00:05.000Z" })
  })

  test("the time of day stays as registered, only NextExec moves", async () => {
    await update({ action_schedule: { time_type: "day", time_value: "10:00" } })
    await world.clock.advance("3d")
    expect(await schedule()).toMatchObject({
      time_value: "2026-01-05T10:00:00.000Z",
      NextExec: "2026-01-08T10:00:00Z",
    })
  })

  test("stopped it keeps NextExec and does not run; started again it goes on from now", async () => {
    await update({ enabled: false })
    expect((await world.clock.advance("150m")).fired).toEqual([])
    expect((await settings()).body).toMatchObject({
      enabled: false,
      action_schedule: { NextExec: "2026-01-05T10:00:00Z" },
    })
    expect(world.clock.schedule()).toEqual([])
    await update({ enabled: true })
    expect((await settings()).body).toMatchObject({
      enabled: true,
      action_schedule: { NextExec: "2026-01-05T12:00:00Z" },
    })
    expect((await world.clock.advance("30m")).fired).toHaveLength(1)
  })

  test("saying that it runs when it does moves nothing, and neither does an empty body", async () => {
    await world.clock.advance("30m")
    const before = world.hash()
    await update({})
    await update({ enabled: null, action_schedule: null })
    expect(world.hash()).toBe(before)
    await update({ enabled: true })
    expect((await schedule()).NextExec).toBe("2026-01-05T10:00:00Z")
  })

  test.each<[string, number, string, unknown]>([
    ["too often", 400, "INVALID_PARAMS", { action_schedule: { time_type: "min", time_value: "9" } }],
    ["too seldom", 400, "INVALID_PARAMS", { action_schedule: { time_type: "hr", time_value: "25" } }],
    ["no time of day", 400, "INVALID_PARAMS", { action_schedule: { time_type: "day", time_value: "24:00" } }],
    ["no weekday", 400, "INVALID_PARAMS", { action_schedule: { time_type: "week", time_value: "7" } }],
    ["no day of a month", 400, "INVALID_PARAMS", { action_schedule: { time_type: "month", time_value: "32" } }],
    ["an unknown type", 400, "INVALID_PARAMS", { action_schedule: { time_type: "year", time_value: "1" } }],
    ["half a schedule", 400, "INVALID_PARAMS", { action_schedule: { time_type: "hr" }, enabled: false }],
    ["a number", 400, "INVALID_PARAMS", { action_schedule: { time_type: "hr", time_value: 2 } }],
    ["no flag", 400, "INVALID_PARAMS", { enabled: "no" }],
  ])("refused: %s", async (_, status, code, body) => {
    const before = world.hash()
    const answered = await update(body)
    expect([answered.status, answered.body]).toEqual([
      status,
      expect.objectContaining({ error: expect.any(String), error_code: code }),
    ])
    expect(world.hash()).toBe(before)
  })

  test("refused: an unknown one, and whoever does not administer the workspace", async () => {
    const before = world.hash()
    const unknown = await update({ enabled: false }, ada, "f".repeat(24))
    expect([unknown.status, unknown.body]).toEqual([
      400,
      { error: `not found auto_id: ${"f".repeat(24)}`, error_code: "INVALID_PARAMS" },
    ])
    const texts = ["{", "[]", '{"enabled":"no"}', '{"action_schedule":{"time_type":"min","time_value":"9"}}']
    for (const body of texts) {
      const answered = await createApp({ world }).request(`/api/v0/autoactions/${"f".repeat(24)}`, {
        method: "POST",
        headers: { authorization: "Bearer ada-token", "content-type": "application/json" },
        body,
      })
      expect([body, await answered.json()]).toEqual([body, unknown.body])
    }
    const member = await update({ enabled: "no" }, bob)
    expect([member.status, member.body]).toEqual([403, expect.objectContaining({ error_code: "NO_PRIVILEGES" })])
    expect(world.hash()).toBe(before)
    expect((await update({}, apiClient(world))).status).toBe(401)
  })
})
