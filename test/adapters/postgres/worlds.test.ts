import { afterAll, beforeAll, expect, test as unlessSkipped } from "vitest"
import { openPostgres } from "../../../emulator/adapters/persistence/postgres/open-postgres.ts"
import { worldsOn } from "../../worlds/replicas/worlds-on.ts"
import { anyPostgres, lacksPostgres, type PostgresServer } from "./server.ts"

const isSkipped = lacksPostgres("any")
const test = unlessSkipped.skipIf(isSkipped)
const ROUNDS = 20

let server: Pick<PostgresServer, "url" | "dispose">
beforeAll(async () => {
  if (!isSkipped) server = await anyPostgres()
})
afterAll(async () => {
  if (!isSkipped) await server.dispose()
})

test("a world that was deleted is gone, and its name free, on all servers, however many look at the list", async () => {
  const [one, two] = await Promise.all([0, 1].map(async () => worldsOn(await openPostgres(server.url, "tests"))))
  if (one === undefined || two === undefined) throw new Error("no servers")
  await Promise.all([one, two].map(({ app }) => app.replicas.start()))
  for (let round = 0; round < ROUNDS; round += 1) {
    const [maker, other] = round % 2 === 0 ? [one, two] : [two, one]
    expect([round, await maker.ask("POST", "/worlds", { name: "twin" })]).toEqual([round, 201])
    let isDeleted = false
    const looks = [one, two].map(async ({ names }) => {
      while (!isDeleted) await names()
    })
    const deleted = await (round % 4 < 2 ? maker : other).ask("DELETE", "/worlds/twin")
    isDeleted = true
    expect([round, deleted, await one.names(), await two.names()]).toEqual([round, 200, ["main"], ["main"]])
    await Promise.all(looks)
  }
  for (const { app, store } of [one, two]) {
    await app.replicas.stop()
    await store.close()
  }
})
