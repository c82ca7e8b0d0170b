import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { actorOf, findApplication } from "../../../src/access/index.ts"
import { putTask } from "../../../src/automation/index.ts"
import type { TaskCategory } from "../../../src/model/records/index.ts"
import { createEngineWorld, type EngineWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { flat, refusalOf } from "../../sample-worlds/people.ts"
import { workshopFixture } from "../../sample-worlds/workshop.ts"

const NEVER_INSTANT = "0001-01-01T00:00:00Z"
const START = "2026-01-05T09:00:00.000Z"

async function office(slowTasks?: number) {
  const world = await createEngineWorld({ fixture: workshopFixture, slowTasks })
  const app = createApp({ world })
  return { world, as: (name: string) => apiClient(app, `${name}-token`) }
}

const enterTask = (world: EngineWorld, email: string, category: TaskCategory) =>
  world.commit("Test", null, (tx) => {
    const user = tx
      .table("users")
      .toArray()
      .find((one) => one.email === email)
    if (user === undefined) throw new Error(`no ${email}`)
    const actor = actorOf(tx, user)
    return putTask(tx, actor, { category, pId: findApplication(tx, actor, "SHOP")?.pId ?? null })
  })

describe("GetTasks (api.md section 14)", () => {
  test("a task is finished at once", async () => {
    const { world, as } = await office()
    const task = await enterTask(world, "ada@acme.test", "SAVETEMPLATE")
    expect((await as("ada").getTasks()).body).toEqual({
      [task.qtId]: {
        qt_id: task.qtId,
        category: "SAVETEMPLATE",
        status: { id: 2, name: "PROCESSED" },
        created_at: START,
        started_at: START,
        finished_at: START,
        metadata: { w_id: task.wId, p_id: task.pId },
      },
    })
  })

  test("the caller's, or everybody's in the current workspace", async () => {
    const { world, as } = await office()
    const ada = await enterTask(world, "ada@acme.test", "SAVETEMPLATE")
    const bob = await enterTask(world, "bob@acme.test", "IMPORT")
    await enterTask(world, "olga@globex.test", "IMPORT")
    expect(Object.keys((await as("ada").getTasks()).body)).toEqual([ada.qtId])
    expect(Object.keys((await as("ada").getTasks({ query: { all: true } })).body).sort()).toEqual(
      [ada.qtId, bob.qtId].sort(),
    )
  })

  test("those of a category or a stream", async () => {
    const { world, as } = await office()
    const saved = await enterTask(world, "ada@acme.test", "SAVETEMPLATE")
    const imported = await enterTask(world, "ada@acme.test", "IMPORT")
    const ask = async (query: { category?: string; stream_id?: string }) =>
      Object.keys((await as("ada").getTasks({ query })).body)
    expect(await ask({ category: "IMPORT" })).toEqual([imported.qtId])
    expect(await ask({ category: "UPLOADTEMPLATE" })).toEqual([])
    expect(await ask({ stream_id: saved.streamId })).toEqual([saved.qtId])
    expect(await ask({ category: "", stream_id: "" })).toHaveLength(2)
    expect(await ask({ stream_id: "nope" })).toEqual([])
  })

  test("refuses a category that there is none of", async () => {
    const { world, as } = await office()
    const ask = () => as("ada").getTasks({ query: { category: "import" } })
    expect(await refusalOf(world, ask)).toEqual([400, flat("INVALID_PARAMS", expect.stringContaining("SAVETEMPLATE"))])
  })

  test("a slow task waits, works and is finished as the world's clock goes on", async () => {
    const { world, as } = await office(30)
    const task = await enterTask(world, "ada@acme.test", "IMPORT")
    const seen = async () => {
      const { status, started_at, finished_at } = (await as("ada").getTasks()).body[task.qtId] ?? {}
      return [status?.id, status?.name, started_at, finished_at]
    }
    expect(await seen()).toEqual([0, "QUEUED", NEVER_INSTANT, NEVER_INSTANT])
    await world.clock.advance("15s")
    expect(await seen()).toEqual([1, "IN_PROGRESS", "2026-01-05T09:00:15.000Z", NEVER_INSTANT])
    await world.clock.advance("15s")
    expect(await seen()).toEqual([2, "PROCESSED", "2026-01-05T09:00:15.000Z", "2026-01-05T09:00:30.000Z"])
  })

  test("tasks take as long in forks, and after a reset or an import", async () => {
    const { world } = await office(30)
    const other = await createEngineWorld({ fixture: workshopFixture })
    const fork = world.fork()
    await world.reset()
    expect(world.state.scalars.settings.slowTasks).toBe(30)
    await world.replaceWith(other.state)
    expect(world.state.scalars.settings.slowTasks).toBe(30)
    expect(fork.state.scalars.settings.slowTasks).toBe(30)
  })

  test.each([-1, Number.NaN, 1e9])("%s is no time a task can take", async (slowTasks) => {
    await expect(createEngineWorld({ slowTasks })).rejects.toThrow(RangeError)
  })
})
