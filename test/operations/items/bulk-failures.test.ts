import { describe, expect, test, vi } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import type { Ports } from "../../../src/engine/index.ts"
import { defaultPorts, type Scripts, StoreTrouble } from "../../../src/ports/index.ts"
import type { EngineWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { fakePersistence } from "../../ports/fake-persistence.ts"
import { at, itemsOf, office } from "./office.ts"

const BATCH = 5
const conditions = [{ id: "Details", search_value: ["batch"], exact_match: true }]
const body = { conditions, item: { Amount: 5 } }

/** Five deals to write, with an action whose script runs through the port. */
const batch = (ports: Partial<Ports> = {}, code?: string) =>
  office(({ deals }) => {
    for (let count = 0; count < BATCH; count += 1) deals.items?.push({ values: { Title: "one", Details: "batch" } })
    deals.actions = {
      ...deals.actions,
      Batch: { crud_type: "2", ...(code === undefined ? {} : { pre_script: { code } }) },
    }
  }, ports)

const unwritten = (world: EngineWorld) =>
  itemsOf(world, "Deals")
    .slice(-BATCH)
    .filter(({ revNo }) => revNo === 1)

const failure = ({ iId }: { readonly iId: string }) => ({
  description: "error occurred when execute action",
  error: "Error",
  error_code: "SYSTEM_ERROR",
  error_level: "ERROR",
  reference_id: iId,
})

/** A store that fails at the given commits, counted from the time it is armed. */
function failingStore(which: (commit: number) => Error | undefined) {
  let commits = Number.NEGATIVE_INFINITY
  const persistence = fakePersistence((usual) => ({
    append: (...given) => {
      const error = which(++commits)
      return error === undefined ? usual.append(...given) : Promise.reject(error)
    },
  }))
  return {
    persistence,
    arm: () => {
      commits = 0
    },
  }
}

/**
 * Each item is a separate transaction. A failure is an element of the response, and the other items proceed (api.md section 18.3, errors.md
 * section 2).
 */
describe("ExecuteBulkAction in which something fails midway", () => {
  test("a bug of Hexarium is an element of its item, and reported as a bug; the other items are written", async () => {
    const { world } = await batch()
    const broken = new TypeError("this is not there")
    let commits = 0
    vi.spyOn(world.storeFailures, "strike").mockImplementation(() => {
      commits += 1
      if (commits === 3) throw broken
    })
    const bugs: unknown[] = []
    const app = createApp({ world, onBug: (error, operation) => bugs.push([operation, error]) })
    const answer = await apiClient(app, "ada-token").executeBulkAction({
      params: at("Deals", undefined, "Batch"),
      body,
    })
    const left = unwritten(world)
    expect(left).toHaveLength(1)
    expect([answer.status, answer.body]).toEqual([
      200,
      { has_error: true, errors: left.map(failure), result: { matched: BATCH, processed: BATCH - 1 } },
    ])
    expect(bugs).toEqual([["ExecuteBulkAction", broken]])
  })

  test("a sandbox that fails stops the action of its item; the others are written", async () => {
    const usual = defaultPorts().scripts
    let runs = 0
    const run: Scripts["run"] = (given) =>
      ++runs === 3 ? Promise.reject(new Error("the sandbox broke")) : usual.run(given)
    const { world, ada } = await batch({ scripts: { ...usual, run } }, "function main(data) { return data }")
    const answer = await ada.executeBulkAction({ params: at("Deals", undefined, "Batch"), body })
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        has_error: true,
        errors: unwritten(world).map((item) => ({ ...failure(item), error_code: "PROCESS_STOPPED" })),
        result: { matched: BATCH, processed: BATCH - 1 },
      },
    ])
  })

  test("a store that fails for one item is an element of it; the others are stored", async () => {
    const { persistence, arm } = failingStore((commit) => (commit === 2 ? new Error("the disk is full") : undefined))
    const { world, ada } = await batch({ persistence })
    arm()
    const answer = await ada.executeBulkAction({ params: at("Deals", undefined, "Batch"), body })
    const left = unwritten(world)
    expect([answer.status, answer.body]).toEqual([
      200,
      { has_error: true, errors: left.map(failure), result: { matched: BATCH, processed: BATCH - 1 } },
    ])
    expect(left).toHaveLength(1)
  })

  test("the request is refused with 503 and writes nothing if the store can't be reached from the first item on", async () => {
    const { persistence, arm } = failingStore((commit) => (commit > 0 ? new StoreTrouble("gone", "away") : undefined))
    const { world } = await batch({ persistence })
    arm()
    const before = world.hash()
    const headers = { authorization: "Bearer ada-token", "content-type": "application/json" }
    const path = "/applications/CRM/datastores/Deals/items/bulkaction/Batch"
    const answer = await createApp({ world }).fetch(
      new Request(`http://hexarium/api/v0${path}`, { method: "POST", headers, body: JSON.stringify(body) }),
    )
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"])
    expect(world.hash()).toBe(before)
  })
})
