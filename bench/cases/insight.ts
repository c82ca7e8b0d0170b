/** Measures versions of the past, against the same work without them, explanations, coverage, and capsules (insight.md sections 1, 2, 4 and 5). */
import { createApp } from "../../emulator/index.ts"
import { createEngineWorld, type EngineWorld } from "../../src/world/index.ts"
import { capsulesOfDemo } from "../capsules.ts"
import { countedRequests } from "../coverage.ts"
import { explainedUpdates } from "../explanations.ts"
import {
  atMost,
  atMostTimes,
  bytes,
  type Line,
  nanosecondsAwaited,
  report,
  since,
  stamp,
  usedHeap,
} from "../measure.ts"
import { ADA, dealIds, makeFixture, newDeal, PLACE, TOKEN } from "../worlds.ts"

const ITEMS = 10_000
const MANY_ITEMS = 100_000
const VERSIONS = 1000
const ROUNDS = 16
const CREATES_PER_ROUND = VERSIONS / 4
const READS_PER_ROUND = 200
const CHANGES_APART = 100
const MIB = 1_048_576

const worldOf = (items: number, history: number): Promise<EngineWorld> =>
  createEngineWorld({ fixture: makeFixture(items), history })

const median = (values: readonly number[]) => [...values].sort((left, right) => left - right)[values.length >> 1] ?? 0

/** Measures creates in two worlds in turn, so that a busy machine slows both. The first rounds fill the history. */
async function creates(): Promise<Line> {
  const callers = [await worldOf(ITEMS, VERSIONS), await worldOf(ITEMS, 0)].map((world) => world.raw.as(ADA))
  const times: number[][] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, caller] of callers.entries()) {
      const started = stamp()
      for (let time = 0; time < CREATES_PER_ROUND; time += 1) await caller.createItem(newDeal())
      if (round >= VERSIONS / CREATES_PER_ROUND) times[at]?.push(since(started) / CREATES_PER_ROUND)
    }
  }
  const [kept = 0, none = 0] = times.map(median)
  return atMostTimes("createItem with 1,000 versions kept, against none", kept, none, 1.1)
}

/** Returns how many bytes a history keeps in use that nothing else does. */
async function bytesOfHistory(world: EngineWorld): Promise<number> {
  // Objects that a weak reference was asked for are free only in a later turn.
  await new Promise(setImmediate)
  const before = usedHeap()
  world.history.end()
  await new Promise(setImmediate)
  return Math.max(before - usedHeap(), 0)
}

async function heapOfVersion(): Promise<Line> {
  const world = await worldOf(ITEMS, VERSIONS)
  const ada = world.raw.as(ADA)
  for (let time = 0; time < VERSIONS; time += 1) await ada.createItem(newDeal())
  const each = (await bytesOfHistory(world)) / VERSIONS
  return { what: "heap of a version after createItem", measured: bytes(each), target: "≤ 4 KB", isMet: each <= 4096 }
}

/** A server with 1,000 versions of `main`, made by updates over HTTP. */
async function served() {
  const world = await worldOf(ITEMS, 0)
  const app = createApp({ world, history: VERSIONS })
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await app.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
    if (answer.status !== 200) throw new Error(`${path}: status ${answer.status}`)
    await answer.text()
  }
  const ids = dealIds(ITEMS)
  const items = "/api/v0/applications/CRM/datastores/Deals/items"
  for (let time = 0; time < VERSIONS; time += 1)
    await ask("POST", `${items}/edit/${ids()}`, { item: { Amount: time % 7 }, is_force_update: true })
  const read = (world: string) => () => ask("GET", `/w/${world}${items}/details/${ids()}?use_display_id=true`)
  return { world, read }
}

/** Measures two reads in turn, so that a busy machine and the compiler slow both alike. */
async function readsInTurn(reads: readonly [() => Promise<void>, () => Promise<void>]): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, read] of reads.entries()) times[at]?.push(await nanosecondsAwaited(READS_PER_ROUND, read))
  return [median(times[0]), median(times[1])]
}

const server = await served()
const lines = [await creates(), await heapOfVersion()]
const [past, present] = await readsInTurn([server.read(`main@${VERSIONS / 2}`), server.read("main")])
lines.push(atMostTimes("GetItemDetails at a version, against now", past, present, 1.2))
const heap = await bytesOfHistory(server.world)
lines.push({
  what: "heap of a server's history after 1,000 updates",
  measured: bytes(heap),
  target: "≤ 4 MB",
  isMet: heap <= 4 * MIB,
})

const large = await worldOf(MANY_ITEMS, VERSIONS)
const ids = dealIds(MANY_ITEMS)
for (let time = 0; time < CHANGES_APART; time += 1)
  await large.raw.as(ADA).updateItem({ ...PLACE, itemId: ids(), item: { Amount: time % 7 }, isForceUpdate: true })
const differences = await nanosecondsAwaited(10, async () =>
  large.differences(large.version - CHANGES_APART, large.version),
)
lines.push(atMost("differences of versions 100 changes apart, 100,000 items", differences, 5e6))

lines.push(...(await explainedUpdates()))
lines.push(...(await countedRequests()))
lines.push(...(await capsulesOfDemo()))

report(lines)
