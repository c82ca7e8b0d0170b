import { expect, test } from "vitest"
import { rows } from "../../../emulator/api/index.ts"
import { createApp } from "../../../emulator/index.ts"
import type { Fixture } from "../../../src/fixtures/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { makeAttempt, toRequest } from "../../robustness/make-request.ts"
import { poolsOf, scopesOf } from "../../robustness/pools.ts"
import { Random } from "../../robustness/random.ts"
import { Sampler } from "../../robustness/sample.ts"
import { robustnessWorld } from "../../robustness/world.ts"
import { DESK } from "../desk.ts"

test("every commit of every operation is reported with its request", async () => {
  const world = await robustnessWorld()
  const app = createApp({ world })
  const { log } = app.worlds.main
  const random = new Random(5)
  const pools = poolsOf(world)
  const chance = { random, pools, scopes: scopesOf(world), sampler: new Sampler(random, pools) }
  const commits: { readonly operation: string; readonly cause: unknown }[] = []
  world.onChange(({ operation }, cause) => commits.push({ operation, cause }))
  let told = 0
  for (const [name, row] of rows) {
    for (let count = 0; count < 20; count += 1) {
      if (count % 10 === 0) await world.reset()
      commits.length = 0
      await app.fetch(toRequest(makeAttempt(name, row, chance)))
      await world.idle()
      const entry = log.entries().at(-1)
      for (const { operation, cause } of commits)
        expect([name, operation, cause === entry]).toEqual([name, operation, true])
      told += commits.length
    }
  }
  expect(told).toBeGreaterThan(200)
})

test("the log attributes a script's writes through the API to the request that ran the script, also after its response", async () => {
  const create = (Subject: string) =>
    `callAPIAsync("POST", "/api/v0/applications/DESK/datastores/TICKETS/items/new", { action_id: "Create", item: { Subject: "${Subject}" } })`
  const fixture = structuredClone(DESK) as Fixture
  const tickets = fixture.workspaces[0]?.applications?.[0]?.datastores?.[0]
  if (tickets === undefined) throw new Error("no tickets")
  tickets.actions = {
    ...tickets.actions,
    Scripted: {
      crud_type: "1",
      pre_script: `async function main() { await ${create("before")} }`,
      post_script: { code: `async function main() { await ${create("after")} }`, sync: false },
    },
  }
  const world = await createWorld({ fixture })
  const app = createApp({ world })
  const send = (action_id: string) =>
    app.fetch(
      new Request("http://hexarium/api/v0/applications/DESK/datastores/TICKETS/items/new", {
        method: "POST",
        headers: { "content-type": "application/json", authorization: "Bearer ada-fixed-token-1" },
        body: JSON.stringify({ action_id, item: { Subject: action_id } }),
      }),
    )
  await Promise.all([send("Create"), send("Scripted"), send("Create")])
  await world.idle()
  const answer = await app.fetch(new Request("http://hexarium/_hexarium/worlds/main/requests"))
  const { requests } = (await answer.json()) as { requests: { request: { action_id: string }; effects: string[] }[] }
  const made = requests.map(({ request, effects }) => [
    request.action_id,
    effects.filter((effect) => / created in /.test(effect)).length,
  ])
  expect(made.sort()).toEqual([
    ["Create", 1],
    ["Create", 1],
    ["Scripted", 3],
  ])
})
