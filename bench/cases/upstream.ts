/**
 * Measures `pull`, `record` and `compare` with a local server. The server, each pull and the recording proxy have their own processes.
 * `UPSTREAM_SCALE=0.01` makes all sizes smaller, to try the case out.
 */
import { type ChildProcess, fork } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { startServer } from "../../emulator/node/index.ts"
import { compareRecording, pullToFiles, readHar, startRecording } from "../../emulator/upstream/index.ts"
import type { Fixture } from "../../src/fixtures/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { load, type RequestSpec } from "../load.ts"
import { atMost, type Line, report, since, stamp, time, usedHeap } from "../measure.ts"
import { dealIds, makeFixture, newDeal, TOKEN } from "../worlds.ts"

const SCALE = Number(process.env.UPSTREAM_SCALE ?? 1)
const DATASTORES = 20
/** Items of each datastore: of 10,000 items together, and of 10,000 items each. */
const FEW_ITEMS = Math.ceil(500 * SCALE)
const MANY_ITEMS = Math.ceil(10_000 * SCALE)
const REQUESTS = Math.ceil(10_000 * SCALE)
const ROUNDS = 5
const COLLECTIONS = 10
/** Bytes of heap for the ID and the revision of an item. */
const ITEM_BYTES = 100
const MB = 1024 * 1024

const PATH = "/api/v0/applications/CRM/datastores/Deals/items"
const headers = { authorization: `Bearer ${TOKEN}` }
const nextId = dealIds(MANY_ITEMS)

const details = (): RequestSpec => ({ method: "GET", path: `${PATH}/details/${nextId()}`, headers })
const list = (): RequestSpec => ({
  method: "POST",
  path: `${PATH}/search`,
  headers,
  body: JSON.stringify({ conditions: [], page: 1, per_page: 10 }),
})
const create = (): RequestSpec => ({
  method: "POST",
  path: `${PATH}/new`,
  headers,
  body: JSON.stringify({ item: newDeal().item, return_item_result: true }),
})

let mixedRequests = 0
/** Eight reads of an item, a list and a creation in turn. */
function mix(): RequestSpec {
  mixedRequests += 1
  const kind = mixedRequests % 10
  return kind === 0 ? list() : kind === 1 ? create() : details()
}

/** A fixture with many datastores of deals. */
function wideFixture(items: number): Fixture {
  const fixture = makeFixture(items)
  return {
    ...fixture,
    workspaces: fixture.workspaces.map((workspace) => ({
      ...workspace,
      applications: (workspace.applications ?? []).map((application) => ({
        ...application,
        auto_actions: [],
        datastores: (application.datastores ?? []).flatMap((datastore) =>
          datastore.datastore_id === "Deals"
            ? Array.from({ length: DATASTORES }, (_, at) => ({
                ...datastore,
                datastore_id: `Deals-${at}`,
                items: datastore.items?.map((item, number) => ({
                  ...item,
                  i_id: (0x10000000 + at * MANY_ITEMS + number).toString(16).padStart(24, "0"),
                })),
              }))
            : datastore,
        ),
      })),
    })),
  } as Fixture
}

interface Pull {
  readonly items: number
  readonly ns: number
  /** Peak memory of the process. */
  readonly peak: number
  /** Heap in use after collections, when nearly all items are read and the pull still runs. */
  readonly heap: number
}

const serve = async (fixture: Fixture): Promise<string> =>
  (await startServer({ world: await createWorld({ fixture }), port: 0, ownsProcess: true })).url

/** The work of the other processes. Each returns the message that it sends to this process. */
const ROLES = {
  deals: () => serve(makeFixture(MANY_ITEMS)),
  wide: (items: string) => serve(wideFixture(Number(items))),
  async pull(baseUrl: string, output: string, requests: string): Promise<Pull> {
    let [responses, heap] = [0, 0]
    const onResponse = () => {
      responses += 1
      // Finalizers of requests run between collections, and let the next one collect more.
      if (responses > Number(requests) - COLLECTIONS && responses <= Number(requests)) heap = usedHeap()
    }
    const began = process.hrtime.bigint()
    const { items } = await pullToFiles(output, { baseUrl, token: TOKEN, onResponse })
    const ns = Number(process.hrtime.bigint() - began)
    return { items, ns, peak: process.resourceUsage().maxRSS * 1024, heap }
  },
  async record(upstream: string, output: string): Promise<string> {
    const proxy = await startRecording({ upstream, output, port: 0, onFailure: (error) => reject(error) })
    process.once("message", async () => {
      await proxy.close()
      process.disconnect()
    })
    return proxy.url
  },
} as const

type Role = keyof typeof ROLES

function reject(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
  process.exit(1)
}

function start<T>(role: Role, ...args: string[]): Promise<{ readonly child: ChildProcess; readonly message: T }> {
  const child = fork(fileURLToPath(import.meta.url), [role, ...args], { stdio: ["ignore", 2, 2, "ipc"] })
  return new Promise((resolve, fail) => {
    child.once("message", (message) => resolve({ child, message: message as T }))
    child.once("exit", () => fail(new Error(`the process ${role} ended without a result`)))
  })
}

const exitOf = (child: ChildProcess): Promise<unknown> => new Promise((resolve) => child.once("exit", resolve))

async function pullOf(items: number, folder: string): Promise<Pull> {
  const server = await start<string>("wide", String(items))
  // At least this number of requests read items.
  const requests = String(DATASTORES * items)
  const { child, message } = await start<Pull>("pull", server.message, join(folder, `${items}.yaml`), requests)
  child.kill()
  server.child.kill()
  if (message.items < DATASTORES * items) throw new Error(`expected all items, received ${message.items}`)
  return message
}

async function measurePull(folder: string): Promise<Line[]> {
  const few = await pullOf(FEW_ITEMS, folder)
  const many = await pullOf(MANY_ITEMS, folder)
  const named = (items: number) => `pull of ${DATASTORES} datastores with ${items.toLocaleString("en")} items each`
  const compared = (what: string, larger: number, smaller: number) => ({
    what: `${what} of the larger pull, against the smaller one`,
    measured: `${(larger / MB).toFixed(1)} MB`,
    baseline: `${(smaller / MB).toFixed(1)} MB`,
    ratio: larger / smaller,
  })
  const heapOfItem = (many.heap - few.heap) / (many.items - few.items)
  return [
    atMost(named(FEW_ITEMS), few.ns, 30e9),
    atMost(named(MANY_ITEMS), many.ns, 30e9),
    {
      ...compared("heap in use after collections", many.heap, few.heap),
      target: `≤ ${ITEM_BYTES} B an item`,
      isMet: heapOfItem <= ITEM_BYTES,
    },
    {
      ...compared("peak memory", many.peak, few.peak),
      target: "≤ 1.25 ×",
      isMet: many.peak <= few.peak * 1.25,
    },
  ]
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

async function measureRecordAndCompare(folder: string): Promise<Line[]> {
  const har = join(folder, "traffic.har")
  const server = await start<string>("deals")
  const proxy = await start<string>("record", server.message, har)
  const [direct, proxied] = [server.message, proxy.message].map((url) => Number(new URL(url).port)) as [number, number]
  const one = { connections: 1, ms: 1_500 * Math.min(SCALE, 1) }
  const pairs: { readonly without: number; readonly with: number }[] = []
  let reads = 0
  for (let round = 0; round <= ROUNDS; round += 1) {
    const without = await load(direct, details, one)
    const through = await load(proxied, details, one)
    reads += through.requests
    // The first round only warms the servers up.
    if (round > 0) pairs.push({ without: without.p50, with: through.p50 })
  }
  for (let done = 0; done < REQUESTS; ) done += (await load(proxied, mix, one)).requests
  proxy.child.send("close")
  await exitOf(proxy.child)
  server.child.kill()

  // The first writes are compared, too, because later responses depend on them.
  const entries = (await readHar(har)).entries.slice(reads, reads + REQUESTS)
  const began = stamp()
  const { compared, differences } = await compareRecording(entries, { fixture: makeFixture(MANY_ITEMS) })
  const ns = since(began)
  if (compared !== REQUESTS) throw new Error(`expected ${REQUESTS} requests, compared ${compared}`)
  if (differences.length > 0) throw new Error(`expected no differences, received ${JSON.stringify(differences[0])}`)
  const added = median(pairs.map((pair) => pair.with - pair.without)) * 1e6
  const base = time(median(pairs.map(({ without }) => without)) * 1e6)
  return [
    { ...atMost("record: p50 that the proxy adds to GetItemDetails", added, 2e6), baseline: base },
    atMost(`compare of ${REQUESTS.toLocaleString("en")} recorded requests`, ns, 15e9),
  ]
}

async function measure(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), "hexarium-bench-"))
  try {
    return [...(await measureRecordAndCompare(folder)), ...(await measurePull(folder))]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const [role, ...args] = process.argv.slice(2) as [Role | undefined, ...string[]]
if (role === undefined) report(await measure())
else {
  const work = ROLES[role] as (...given: string[]) => Promise<unknown>
  await work(...args).then((message) => process.send?.(message), reject)
}
