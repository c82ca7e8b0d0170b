import { expect, test } from "vitest"
import { operationOf, rows } from "../../emulator/api/contract/table.ts"
import { createApp } from "../../emulator/index.ts"
import { jsonReply } from "../../emulator/wire/reply.ts"
import { AnswerMemo } from "../../emulator/worlds/answer-memo.ts"
import type { UId } from "../../src/inside.ts"
import { apiClient } from "../conformance.ts"
import { makeAttempt, toRequest } from "../robustness/make-request.ts"
import { poolsOf, scopesOf } from "../robustness/pools.ts"
import { Random } from "../robustness/random.ts"
import { Sampler } from "../robustness/sample.ts"
import { robustnessWorld } from "../robustness/world.ts"
import { smallWorld } from "../sample-worlds/small.ts"

const repeatable = rows.filter(([, row]) => row.repeatable)
const read = async (answer: Response) => ({ status: answer.status, body: await answer.text() })

test("only reads that a user makes without a body are given again", () => {
  expect(repeatable.map(([name]) => operationOf(name))).toContain("GetItemDetails")
  for (const [name, { method, auth, body, form }] of repeatable) {
    expect([name, method, auth, body, form]).toEqual([name, "get", "token", undefined, undefined])
  }
})

test("answers are kept from the second time on, the latest of them, and no more than 4 Mi characters", async () => {
  const world = await smallWorld()
  const memo = new AnswerMemo(world)
  const uId = world.view().table("users").toArray()[0]?.uId as UId
  const reply = jsonReply(200, "x".repeat(10_000))
  const keep = (target: string) => memo.keep(world.state, uId, target, reply)
  keep("/first")
  expect(memo.find(uId, "/first")).toBeUndefined()
  keep("/first")
  expect(memo.find(uId, "/first")).toBe(reply)
  const targets = Array.from({ length: 900 }, (_, number) => `/${number}`)
  for (const target of [...targets, ...targets]) keep(target)
  const found = targets.filter((target) => memo.find(uId, target) !== undefined)
  expect(found).toEqual(targets.slice(-found.length))
  expect(found.length * 10_002).toBeLessThanOrEqual(4_194_304)
  expect(found.length * 10_002).toBeGreaterThan(4_194_304 / 2 - 10_002)
  expect(memo.find(uId, "/first")).toBeUndefined()
})

test("property: whatever is written in between, an answer given again is the one that would be found", async () => {
  const world = await robustnessWorld()
  const app = createApp({ world })
  const random = new Random(11)
  const pools = poolsOf(world)
  const chance = { random, pools, scopes: scopesOf(world), sampler: new Sampler(random, pools) }
  const asked: ReturnType<typeof makeAttempt>[] = []
  let found = 0
  let changed = 0
  for (let round = 0; round < 600; round += 1) {
    const [name, row] = random.pick(repeatable)
    if (asked.length === 0 || random.below(3) === 0) asked.push(makeAttempt(name, row, chance))
    const attempt = random.pick(asked)
    const fresh = await read(await createApp({ world: world.fork() }).fetch(toRequest(attempt)))
    for (let time = 0; time < 3; time += 1) expect(await read(await app.fetch(toRequest(attempt)))).toEqual(fresh)
    if (fresh.status === 200) found += 1
    if (random.below(4) === 0) {
      const { state } = world
      const [other, writes] = random.pick(rows)
      await app.fetch(toRequest(makeAttempt(other, writes, chance)))
      await world.idle()
      if (world.state !== state) changed += 1
    }
    if (random.below(100) === 0) await world.clock.advance("1d")
    if (random.below(200) === 0) await world.reset()
  }
  expect(found).toBeGreaterThan(60)
  expect(changed).toBeGreaterThan(8)
}, 120_000)

test("an answer is given again to its user only, as long as their token lives, and shows what was written since", async () => {
  const world = await smallWorld()
  const app = createApp({ world })
  const [ada, bob] = [apiClient(app, "ada-token"), apiClient(app, "bob-token")]
  const place = { "app-id": "CRM", "datastore-id": "Customers" }
  const { body: made } = await ada.createItem({
    params: place,
    body: { item: { Name: "Hooli" }, use_display_id: true },
  })
  const sent = { params: { ...place, "item-id": made.item_id } }
  const first = await ada.getItemDetails(sent)
  for (let time = 0; time < 3; time += 1) expect((await ada.getItemDetails(sent)).body).toEqual(first.body)

  await ada.updateItem({
    params: sent.params,
    body: { item: { Name: "Hooli XYZ" }, use_display_id: true, is_force_update: true },
  })
  expect((await ada.getItemDetails(sent)).body).toMatchObject({ title: "Hooli XYZ", rev_no: 2 })

  for (let time = 0; time < 3; time += 1) expect((await ada.getItemDetails(sent)).status).toBe(200)
  const asBob = await apiClient(createApp({ world: world.fork() }), "bob-token").getItemDetails(sent)
  expect((await bob.getItemDetails(sent)).status).toBe(asBob.status)
  for (let time = 0; time < 3; time += 1) expect((await ada.getItemDetails(sent)).status).toBe(200)
  await ada.logout()
  expect((await ada.getItemDetails(sent)).status).toBe(401)
})
