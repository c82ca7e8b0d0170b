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
const CALLS_PER_ROUND = 25
const WARM_ROUNDS = 60
const ROUNDS = 300
const CHANGES_APART = 100
const MIB = 1_048_576

const worldOf = (items: number, history: number): Promise<EngineWorld> =>
  createEngineWorld({ fixture: makeFixture(items), history })

const median = (values: readonly number[]) => [...values].sort((left, right) => left - right)[values.length >> 1] ?? 0

/**
 * Compares the time of two functions. Their short rounds alternate, and each measured round is compared with the baseline's round beside it.
 * The line has the median of these ratios, because a busy machine slows some rounds, but seldom only one of a pair.
 */
async function inTurn(
  what: string,
  limit: number,
  [measured, baseline]: readonly [() => Promise<unknown>, () => Promise<unknown>],
): Promise<Line> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < WARM_ROUNDS + ROUNDS; round += 1) {
    const runs = [[measured, times[0]] as const, [baseline, times[1]] as const]
    for (const [run, all] of round % 2 === 0 ? runs : runs.reverse()) {
      const started = stamp()
      for (let time = 0; time < CALLS_PER_ROUND; time += 1) await run()
      if (round >= WARM_ROUNDS) all.push(since(started) / CALLS_PER_ROUND)
    }
  }
  const ratio = median(times[0].map((ns, at) => ns / (times[1][at] ?? ns)))
  return { ...atMostTimes(what, median(times[0]), median(times[1]), limit), ratio, isMet: ratio <= limit }
}

/** The first rounds fill the history. */
async function creates(): Promise<Line> {
  const kept = (await worldOf(ITEMS, VERSIONS)).raw.as(ADA)
  const none = (await worldOf(ITEMS, 0)).raw.as(ADA)
  return inTurn("createItem with 1,000 versions kept, against none", 1.1, [
    () => kept.createItem(newDeal()),
    () => none.createItem(newDeal()),
  ])
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
async function serveVersions() {
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

const server = await serveVersions()
const lines = [await creates(), await heapOfVersion()]
const reads = [server.read(`main@${VERSIONS / 2}`), server.read("main")] as const
lines.push(await inTurn("GetItemDetails at a version, against now", 1.2, reads))
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
