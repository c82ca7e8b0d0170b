import type { Fixture } from "../../../src/fixtures/index.ts"
import { type CreateWorld, createEngineWorld, type EngineWorld, type World } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

export const START = "2026-01-05T09:00:00.000Z"

type AutoActions = NonNullable<NonNullable<Fixture["workspaces"][number]["applications"]>[number]["auto_actions"]>

/** An hourly action that only updates open tasks. An action that moved them to `Done` would find nothing at its next run. */
export const HOURLY_ACTION: AutoActions[number] = {
  name: "Hourly",
  datastore_id: "TASKS",
  action_id: "UpdateItem",
  conditions: [{ id: "Kind", search_value: ["open"], exact_match: true }],
  comment: "as every hour",
  action_schedule: { time_type: "hr", time_value: "1" },
}

/** A workspace with tasks, one of them open, and the given auto actions. */
export const tickerFixture = (autoActions: AutoActions = [HOURLY_ACTION]): Fixture =>
  fixtureOf({
    datastores: {
      TASKS: {
        name: "Tasks",
        fields: {
          Title: { dataType: "text", as_title: true },
          Kind: { dataType: "text" },
          Paper: { dataType: "file", file: { multiple: true } },
        },
        statuses: { Open: { name: "Open" }, Done: { name: "Done" } },
        actions: {
          CreateItem: { crud_type: "1", default: true },
          UpdateItem: { crud_type: "2", default: true },
          DeleteItem: { crud_type: "3", default: true },
          Close: { crud_type: "2", status: "Open", next_status: "Done", roles: [] },
        },
        items: [
          {
            key: "first",
            values: { Title: "First", Kind: "open" },
            access: { users: ["ada@acme.test", "bob@acme.test"] },
          },
          { key: "second", values: { Title: "Second", Kind: "closed" }, access: { users: ["ada@acme.test"] } },
        ],
      },
    },
    application: { auto_actions: autoActions },
  })

export const tickerWorld = (autoActions?: AutoActions, more: Partial<CreateWorld> = {}): Promise<EngineWorld> =>
  createEngineWorld({
    fixture: tickerFixture(autoActions),
    seed: 7,
    clock: { mode: "frozen", now: START },
    ...more,
  })

export const autoActionsOf = (world: World) => world.view().table("autoActions").toArray()
