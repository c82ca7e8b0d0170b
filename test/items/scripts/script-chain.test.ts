import { expect, test } from "vitest"
import type { ScriptRun } from "../../../src/ports/index.ts"
import { at, fixtureItem, itemOf, office } from "../../operations/items/office.ts"
import { type FakeScript, FakeScripts } from "./fake-scripts.ts"

/** Deals with a pre script for the update action. The test moves the machine's clock. */
async function officeWithUpdateScript(again: FakeScript) {
  const scripts = new FakeScripts({ again })
  const machine = { ms: 0 }
  const { world, bob } = await office(
    ({ deals }) => {
      deals.actions = { ...deals.actions, UpdateDeal: { crud_type: "2", default: true, pre_script: "again" } }
    },
    { scripts, wallClock: { now: () => machine.ms } },
  )
  const { iId } = fixtureItem(world, "Deals", 0)
  return {
    machine,
    runs: scripts.runs,
    revNo: () => itemOf(world, "Deals", iId)?.revNo,
    update: () => bob.updateItem({ params: at("Deals", iId), body: { is_force_update: true } }),
  }
}

const call = ({ callApi, data }: ScriptRun): Promise<unknown> =>
  callApi("POST", `/api/v0/applications/CRM/datastores/Deals/items/edit/${(data as { i_id: string }).i_id}`, {
    is_force_update: true,
  })

test("all scripts of a request may make a thousand calls together; the next one fails with PROCESS_STOPPED", async () => {
  let calls = 0
  const errors: string[] = []
  const { runs, update } = await officeWithUpdateScript(async (run) => {
    if (run.depth === 3) {
      for (let n = 0; n < 600; n += 1) {
        calls += 1
        await run.callApi("GET", "/api/v0/userinfo", null).catch((error: Error) => errors.push(error.message))
      }
      return
    }
    calls += 1
    await call(run)
    if (run.depth === 2) {
      calls += 1
      await call(run)
    }
  })
  expect((await update()).status).toBe(200)
  expect(runs.map(({ run }) => run.depth)).toEqual([1, 2, 3, 3])
  expect(errors).toHaveLength(calls - 1000)
  expect(new Set(errors)).toEqual(
    new Set(["PROCESS_STOPPED: all scripts of a request together may make at most 1000 API calls"]),
  )
  // The next request has its own limit.
  errors.length = 0
  calls = 0
  await update()
  expect(errors).toHaveLength(calls - 1000)
})

test("a script that does not catch it stops its action with PROCESS_STOPPED", async () => {
  const { update, revNo } = await officeWithUpdateScript(async ({ callApi }) => {
    for (let n = 0; n <= 1000; n += 1) await callApi("GET", "/api/v0/userinfo", null)
  })
  const { status, body } = await update()
  expect([status, body]).toMatchObject([400, { error_code: "PROCESS_STOPPED" }])
  expect(revNo()).toBe(1)
})

test("a request runs one script at each depth, so that it holds at most five sandboxes", async () => {
  const running = new Map<number, number>()
  let most = 0
  const { runs, update } = await officeWithUpdateScript(async (run) => {
    const { depth = 1 } = run
    running.set(depth, (running.get(depth) ?? 0) + 1)
    most = Math.max(most, ...running.values())
    if (depth < 4) await Promise.all([call(run), call(run), call(run)])
    running.set(depth, (running.get(depth) ?? 0) - 1)
  })
  expect((await update()).status).toBe(200)
  expect(runs).toHaveLength(1 + 3 + 9 + 27)
  expect(most).toBe(1)
  expect(new Set(runs.map(({ run }) => run.request)).size).toBe(1)
})

test("they have 30 seconds together: a deeper one has what is left, and none starts after them", async () => {
  const answers: unknown[] = []
  const { runs, update, machine } = await officeWithUpdateScript(async (run) => {
    if (run.depth !== 1) return
    for (const seconds of [12, 17, 1]) {
      machine.ms += seconds * 1000
      answers.push(await call(run))
    }
  })
  expect((await update()).status).toBe(200)
  expect(runs.map(({ run }) => run.timeMs)).toEqual([30_000, 18_000, 1000])
  expect(answers.at(-1)).toMatchObject({
    error_code: "PROCESS_STOPPED",
    details: { result: "the scripts of the request ran for more than 30000 ms" },
  })
})
