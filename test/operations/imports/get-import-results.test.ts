import { describe, expect, test } from "vitest"
import { stock } from "./stock.ts"

const FAULTY_CSV = "Name,Count\nA,1\nB,x\n"

describe("GetImportResults (api.md section 21.2)", () => {
  test("null when all went well, else the faults by line", async () => {
    const { send, errorsOf } = await stock()
    const good = (await send("Name\nA\n")).body.temp_datastore_id
    const bad = (await send(FAULTY_CSV)).body.temp_datastore_id
    expect(await errorsOf(good)).toBeNull()
    expect(await errorsOf(bad)).toEqual({ errors: [{ description: "Count: expected a number", line: 3 }] })
  })

  test("404 for an import that is not the caller's, of another datastore, or none", async () => {
    const { send, as } = await stock()
    const id = (await send(FAULTY_CSV)).body.temp_datastore_id
    const ask = async (datastore: string, temp: string, by: string) =>
      (await as(by).getImportResults({ params: { "datastore-id": datastore, "temp-datastore-id": temp } })).status
    expect(await ask("Stock", id, "ada")).toBe(200)
    expect(await ask("Stock", id, "bob")).toBe(404)
    expect(await ask("Makers", id, "ada")).toBe(404)
    expect(await ask("Nope", id, "ada")).toBe(404)
    expect(await ask("Stock", "f".repeat(24), "ada")).toBe(404)
  })

  test("an import is a task; while it is under way there are no faults yet, and no success either", async () => {
    const { world, as, send, errorsOf } = await stock({ slowTasks: 10 })
    const { temp_datastore_id: id, stream_id: stream } = (await send(FAULTY_CSV)).body
    const task = async () => Object.values((await as("ada").getTasks({ query: { stream_id: stream } })).body)[0]
    expect(await task()).toMatchObject({ category: "IMPORT", status: { name: "QUEUED" } })
    expect(await errorsOf(id)).toEqual({ errors: [] })
    await world.clock.advance("10s")
    expect(await task()).toMatchObject({ status: { name: "PROCESSED" } })
    expect(await errorsOf(id)).toMatchObject({ errors: [{ line: 3 }] })
    const quick = (await send("Name\nA\n", { no_queue: "true" })).body
    expect(await errorsOf(quick.temp_datastore_id)).toBeNull()
  })
})
