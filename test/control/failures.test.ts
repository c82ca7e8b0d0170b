import { expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import type { Failure } from "../../src/model/records/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { HOURLY_ACTION, tickerFixture } from "../automation/clock/ticker.ts"
import { recordingDelivery } from "../ports/recording.ts"

test("mails that were not delivered and items that an auto action could not take are reported, until a reset", async () => {
  const world = await createWorld({
    fixture: tickerFixture([{ ...HOURLY_ACTION, action_id: "Close" }]),
    clock: { mode: "frozen", now: "2026-01-05T09:00:00Z" },
    ports: { mailDelivery: recordingDelivery(new Error("connection refused")) },
  })
  const app = createApp({ world })
  const failures = async () => {
    const answer = await app.fetch(new Request("http://hexarium/_hexarium/worlds/main/failures"))
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { failures: object[] }).failures
  }
  const heard: Failure["kind"][] = []
  world.failureLog.onAdd(({ kind }) => void heard.push(kind))
  expect(await failures()).toEqual([])

  await world.raw.public.forgotPassword({ email: "ada@acme.test" })
  await world.idle()
  const mail = {
    at: "2026-01-05T09:00:00.000Z",
    kind: "mail",
    id: world.mail.list()[0]?.id,
    name: "ada@acme.test",
    error: "Error: connection refused",
  }
  expect(await failures()).toEqual([mail])

  // At the second run, the item is already closed. Its status does not allow the action.
  await world.clock.advance("2h")
  const [auto] = world.view().table("autoActions").toArray()
  const item = {
    at: "2026-01-05T11:00:00.000Z",
    kind: "auto_action",
    id: auto?.autoId,
    name: "Hourly",
    item_id: expect.stringMatching(/^[0-9a-f]{24}$/),
    error: expect.stringContaining("current item status"),
  }
  expect(await failures()).toEqual([mail, item])
  expect(heard).toEqual(["mail", "auto_action"])
  expect([world.mail.failures.length, world.clock.failures.length]).toEqual([1, 1])

  await world.reset()
  expect(await failures()).toEqual([])
})

test("the list has the latest thousand failures", async () => {
  const world = await createWorld()
  for (let number = 0; number < 1100; number += 1) {
    world.failureLog.add({ at: world.now, kind: "auto_action", id: "a", name: String(number), error: "" })
  }
  expect(world.failureLog.entries.map(({ name }) => name)).toEqual(
    Array.from({ length: 1000 }, (_, at) => String(at + 100)),
  )
})
