import { describe, expect, test } from "vitest"
import { autoId, bob, givenHourly, settings, world } from "../../automation/auto-actions/hourly.ts"
import { START } from "../../automation/clock/ticker.ts"
import { apiClient } from "../../conformance.ts"

givenHourly()

describe("GetAutoActionSettings, api.md section 7.1", () => {
  test("any member reads the settings", async () => {
    const kind = world
      .view()
      .table("datastores")
      .toArray()
      .flatMap(({ fields }) => fields)
      .find(({ displayId }) => displayId === "Kind")
    expect((await settings(bob)).body).toEqual({
      auto_id: autoId(),
      name: "Hourly",
      conditions: [{ search_value: ["open"], data_type: "text", id: kind?.fId, exact_match: true }],
      comment: "as every hour",
      action_schedule: { time_type: "hr", time_value: "1", NextExec: "2026-01-05T10:00:00Z" },
      last_execution: { started_at: "0001-01-01T00:00:00Z", ended_at: "0001-01-01T00:00:00Z", proc_sec: 0 },
      created_at: START,
      updated_at: START,
      enabled: true,
    })
  })

  test("an unknown one is 400, and so is one of another workspace", async () => {
    const other = apiClient(world, "ada-token")
    const { body } = await other.createNewWorkspace({ body: { name: "Elsewhere" } })
    await other.selectWorkspace({ params: { "workspace-id": body.w_id } })
    for (const [api, id] of [
      [bob, "f".repeat(24)],
      [bob, "nothing"],
      [other, autoId()],
    ] as const) {
      const answered = await settings(api, id)
      expect([answered.status, answered.body]).toEqual([
        400,
        { error: `not found auto_id: ${id}`, error_code: "INVALID_PARAMS" },
      ])
    }
  })
})

test("last_execution is filled by a run", async () => {
  await world.clock.advance("1h")
  expect((await settings()).body.last_execution).toEqual({
    started_at: "2026-01-05T10:00:00.000Z",
    ended_at: "2026-01-05T10:00:00.000Z",
    proc_sec: 0,
  })
})
