import { describe, expect, test } from "vitest"
import type { Fixture } from "../../../src/fixtures/index.ts"
import { DomainError } from "../../../src/model/index.ts"
import { createEngineWorld, type EngineWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { manualClock } from "../../ports/manual-clock.ts"
import { autoActionsOf, HOURLY_ACTION, START, tickerFixture, tickerWorld } from "../clock/ticker.ts"

const itemsOf = (world: EngineWorld) => {
  const view = world.view()
  return view
    .table("datastores")
    .toArray()
    .flatMap(({ dId }) => view.table(`items:${dId}`).toArray())
}

const historiesOf = (world: EngineWorld) => world.view().table("histories").toArray()
const botOf = (world: EngineWorld) => world.view().table("workspaces").toArray()[0]?.botUId
const idOf = (world: EngineWorld) => autoActionsOf(world)[0]?.autoId ?? ""

const onEverything = { ...HOURLY_ACTION, conditions: [] }

type Datastore = NonNullable<NonNullable<Fixture["workspaces"][number]["applications"]>[number]["datastores"]>[number]

/** The ticker's world with changed settings of its datastore. */
const changedWorld = (change: (datastore: Datastore) => void, auto = HOURLY_ACTION): Promise<EngineWorld> => {
  const fixture = structuredClone(tickerFixture([auto])) as Fixture
  const datastore = fixture.workspaces[0]?.applications?.[0]?.datastores?.[0]
  if (datastore !== undefined) change(datastore)
  return createEngineWorld({ fixture, seed: 7, clock: { mode: "frozen", now: START } })
}

describe("a run, model.md section 10", () => {
  test("takes the items that match whatever their keys, as the bot, with the comment, and grows each revision by one", async () => {
    const world = await tickerWorld([onEverything])
    const keys = itemsOf(world).map(({ accessKeys }) => accessKeys)
    const { fired } = await world.clock.advance("1h")
    expect(fired).toMatchObject([{ affected: 2 }])
    expect(itemsOf(world).map(({ revNo, updatedBy, updatedAt }) => [revNo, updatedBy, updatedAt])).toEqual(
      Array(2).fill([2, botOf(world), "2026-01-05T10:00:00.000Z"]),
    )
    expect(historiesOf(world)).toMatchObject(
      Array(2).fill({ uId: botOf(world), comment: "as every hour", createdAt: "2026-01-05T10:00:00.000Z" }),
    )
    for (const [at, item] of itemsOf(world).entries())
      expect(item.accessKeys).toEqual(expect.arrayContaining([...(keys[at] ?? [])]))
  })

  test("is there for the members: the history names the bot, its comment and the action", async () => {
    const world = await tickerWorld()
    await world.clock.advance("1h")
    const { body } = await apiClient(world, "bob-token").getItemHistories({
      params: { "app-id": "APP", "datastore-id": "TASKS", "item-id": itemsOf(world)[0]?.iId ?? "" },
    })
    expect(body).toMatchObject({
      unread: 1,
      histories: [
        {
          user_id: botOf(world),
          comment: "as every hour",
          action_operation: "2",
          created_at: "2026-01-05T10:00:00.000Z",
        },
      ],
    })
  })

  test("needs no role and moves the status as the action says; an item in another status fails by itself", async () => {
    const world = await tickerWorld([{ ...onEverything, action_id: "Close" }])
    const [first] = itemsOf(world)
    await world.clock.advance("1h")
    expect(itemsOf(world).map(({ statusId }) => statusId === first?.statusId)).toEqual([false, false])
    const { fired } = await world.clock.advance("1h")
    expect(fired).toMatchObject([{ affected: 0 }])
    expect(world.clock.failures.map(({ itemId }) => itemId).sort()).toEqual(
      itemsOf(world)
        .map(({ iId }) => iId)
        .sort(),
    )
    expect(itemsOf(world).map(({ revNo }) => revNo)).toEqual([2, 2])
  })

  test("a delete action deletes, a copy action copies what was there at the beginning", async () => {
    const deleting = await tickerWorld([{ ...HOURLY_ACTION, action_id: "DeleteItem" }])
    expect((await deleting.clock.advance("2h")).fired.map(({ affected }) => affected)).toEqual([1, 0])
    expect(itemsOf(deleting)).toHaveLength(1)
    const copying = await changedWorld(
      (datastore) => {
        datastore.actions = { Copy: { crud_type: "4" } }
      },
      { ...HOURLY_ACTION, action_id: "Copy" },
    )
    expect((await copying.clock.advance("3h")).fired.map(({ affected }) => affected)).toEqual([1, 2, 4])
  })

  test("an item that fails stops no other", async () => {
    const world = await changedWorld((datastore) => {
      datastore.fields.Must = { dataType: "text" }
      datastore.actions = {
        UpdateItem: { crud_type: "2", fields: { Must: { mandatory: true } } },
      }
      const [first, second] = datastore.items ?? []
      if (second !== undefined) Object.assign(second.values, { Must: "there", Kind: "open" })
      if (first !== undefined) first.values.Title = "without"
    })
    expect((await world.clock.advance("1h")).fired).toMatchObject([{ affected: 1 }])
    expect(world.clock.failures).toHaveLength(1)
    expect(itemsOf(world).map(({ revNo }) => revNo)).toEqual([1, 2])
  })

  test("several runs at an instant follow the order of the settings, however often", async () => {
    const world = await tickerWorld(["C", "A", "B"].map((name) => ({ ...HOURLY_ACTION, name })))
    const { fired } = await world.clock.advance("2h")
    expect(fired.map(({ name }) => name)).toEqual(["C", "A", "B", "C", "A", "B"])
  })
})

describe("scripts of a run", () => {
  const scripted = (post: object | undefined, pre?: string) =>
    changedWorld((datastore) => {
      datastore.actions = {
        UpdateItem: {
          crud_type: "2",
          default: true,
          ...(pre === undefined ? {} : { pre_script: pre }),
          ...(post === undefined ? {} : { post_script: post }),
        },
        CreateItem: { crud_type: "1", default: true },
      }
    })

  test("a pre script that rejects leaves the item as it is", async () => {
    const world = await scripted(undefined, "function main(data) { throw new Error('no ' + data.comment) }")
    expect((await world.clock.advance("1h")).fired).toMatchObject([{ affected: 0 }])
    expect(itemsOf(world)[0]?.revNo).toBe(1)
    expect(world.clock.failures).toHaveLength(1)
  })

  test.each([true, false])(
    "a post script (sync: %s) is done before time goes on, at the run's own instant",
    async (sync) => {
      const code = `async function main(data) {
      const item = { Title: new Date().toISOString() + " " + data.comment }
      await callAPIAsync("POST", "/api/v0/applications/APP/datastores/TASKS/items/new", { item })
    }`
      const world = await scripted({ code, sync })
      await world.commit("Test", null, (tx) => {
        // The bot has only the rights that everybody has. Gives it the roles that the script needs.
        const bot = tx.expect("users", botOf(world) ?? "")
        tx.patch("users", bot.uId, {
          roles: tx
            .table("roles")
            .toArray()
            .map(({ rId }) => rId),
        })
      })
      apiClient(world)
      await world.clock.advance("2h")
      const made = itemsOf(world).slice(2)
      expect(made.map(({ createdAt }) => createdAt)).toEqual(["2026-01-05T10:00:00.000Z", "2026-01-05T11:00:00.000Z"])
      expect(made.map(({ values }) => Object.values(values)[0])).toEqual([
        "2026-01-05T10:00:00.000Z as every hour",
        "2026-01-05T11:00:00.000Z as every hour",
      ])
    },
  )
})

describe("a run by hand", () => {
  test("changes neither NextExec nor enabled, and fills last_execution", async () => {
    const world = await tickerWorld([{ ...HOURLY_ACTION, enabled: false }])
    await world.clock.advance("10m")
    const [before] = autoActionsOf(world)
    const fired = await world.clock.runNow("auto_action", idOf(world))
    const now = "2026-01-05T09:10:00.000Z"
    expect(fired).toEqual([{ at: now, kind: "auto_action", id: idOf(world), name: "Hourly", affected: 1 }])
    expect(autoActionsOf(world)).toEqual([{ ...before, lastExecution: { startedAt: now, endedAt: now } }])
    expect(itemsOf(world)[0]?.revNo).toBe(2)
  })

  test("an unknown one is refused with NOT_FOUND", async () => {
    const world = await tickerWorld()
    const before = world.hash()
    const error = await world.clock.runNow("auto_action", "nothing").catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(DomainError)
    expect([(error as DomainError).code, world.hash()]).toEqual(["NOT_FOUND", before])
  })
})

test("the end of a run is another instant where time goes on", async () => {
  const wallClock = manualClock(Date.parse(START))
  const world = await tickerWorld([HOURLY_ACTION], { clock: { mode: "real" }, ports: { wallClock } })
  wallClock.pass(3_600_000)
  const stop = world.onChange(() => {
    wallClock.pass(2500)
    stop()
  })
  await world.clock.runDue()
  const { body } = await apiClient(world, "bob-token").getAutoActionSettings({ params: { "auto-id": idOf(world) } })
  expect(body.last_execution).toEqual({
    started_at: "2026-01-05T10:00:00.000Z",
    ended_at: "2026-01-05T10:00:02.500Z",
    proc_sec: 2,
  })
})
