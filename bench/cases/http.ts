/**
 * The API over a loopback socket against bare Hono, which answers the same bytes and does nothing else. Every server is a process
 * of its own; the load comes from this one, in rounds that take turns, so that a busy machine slows all of them.
 */
import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import * as z from "zod"
import { startServer } from "../../emulator/node/index.ts"
import { type Load, load, type RequestSpec } from "../load.ts"
import { type Line, report, time } from "../measure.ts"
import { dealIds, makeWorld, newDeal, TOKEN } from "../worlds.ts"

const ITEMS = 10_000
const PATH = "/api/v0/applications/CRM/datastores/Deals/items"
const headers = { authorization: `Bearer ${TOKEN}` }
const ids = dealIds(ITEMS)
const one = ids()

const detailsOf = (id: string): RequestSpec => ({
  method: "GET",
  path: `${PATH}/details/${id}?use_display_id=true`,
  headers,
})
/** The same item each time: what is read again from an unchanged world is answered as it was. */
const again = () => detailsOf(one)
/** Most of them are not read again while the answer is kept. */
const any = () => detailsOf(ids())
const create = (): RequestSpec => {
  const { item } = newDeal()
  return { method: "POST", path: `${PATH}/new`, headers, body: JSON.stringify({ item, return_item_result: true }) }
}

/** What the server without anything in it answers with. */
interface Canned {
  readonly get: string
  readonly post: string
}

const newItemBody = z.object({ item: z.record(z.string(), z.unknown()), return_item_result: z.boolean().optional() })

const SERVERS = {
  async hexarium() {
    const { url } = await startServer({ world: await makeWorld(ITEMS), port: 0, ownsProcess: true })
    return Number(new URL(url).port)
  },
  hono: ({ get, post }: Canned) =>
    new Promise<number>((resolve) => {
      const app = new Hono()
      const [itemDetails, newItem] = [JSON.parse(get), JSON.parse(post)]
      app.get(`${PATH}/details/:id`, (context) => context.json(itemDetails))
      app.post(`${PATH}/new`, async (context) => {
        newItemBody.parse(await context.req.json())
        return context.json(newItem)
      })
      serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => resolve(port))
    }),
} as const

type ServerName = keyof typeof SERVERS

/** Starts a server in a process of its own. */
function start(name: ServerName, canned?: Canned): Promise<{ readonly process: ChildProcess; readonly port: number }> {
  const child = fork(fileURLToPath(import.meta.url), [name], { stdio: ["ignore", 2, 2, "ipc"] })
  child.send(canned ?? {})
  return new Promise((resolve, reject) => {
    child.once("message", (port) => resolve({ process: child, port: port as number }))
    child.once("exit", () => reject(new Error(`${name} did not start`)))
  })
}

async function answerOf(port: number, { method, path, body }: RequestSpec): Promise<string> {
  const request = {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...(body === undefined ? {} : { body }),
  }
  return (await fetch(`http://127.0.0.1:${port}${path}`, request)).text()
}

/** What to ask, with how fast it is to be: of bare Hono's rate at ten connections, and of its time at one. */
const CASES = [
  { what: "GetItemDetails of one item", make: again, rate: 0.75, times: 1.4 },
  { what: "GetItemDetails of any of 10k items", make: any, rate: 0.65, times: 1.4 },
  { what: "CreateItem", make: create, rate: 0.6, times: 1.8 },
] as const

const ROUNDS = 7

async function measure(): Promise<Line[]> {
  const hexarium = await start("hexarium")
  const canned = { get: await answerOf(hexarium.port, any()), post: await answerOf(hexarium.port, create()) }
  const hono = await start("hono", canned)
  const lines: Line[] = []
  for (const { what, make, rate, times } of CASES) {
    for (const connections of [10, 1]) {
      const ours: Load[] = []
      const theirs: Load[] = []
      // The first round warms up.
      for (let round = 0; round <= ROUNDS; round += 1) {
        const both = [await load(hexarium.port, make, { connections }), await load(hono.port, make, { connections })]
        if (round === 0) continue
        ours.push(both[0] as Load)
        theirs.push(both[1] as Load)
      }
      lines.push(
        connections === 1
          ? compareTimes(`${what}, one connection, p50, bare hono`, ours, theirs, times)
          : compareRates(`${what}, ${connections} connections, bare hono`, ours, theirs, rate),
      )
    }
  }
  for (const server of [hexarium, hono]) server.process.kill()
  return lines
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

/** The ratio is the median of those of the rounds. */
const ratioOf = (ours: readonly Load[], theirs: readonly Load[], of: (load: Load) => number): number =>
  median(ours.map((load, round) => of(load) / of(theirs[round] as Load)))

function compareRates(what: string, ours: readonly Load[], theirs: readonly Load[], atLeast: number): Line {
  const rate = (loads: readonly Load[]) => `${(median(loads.map(({ perSecond }) => perSecond)) / 1000).toFixed(1)} k/s`
  const ratio = ratioOf(ours, theirs, ({ perSecond }) => perSecond)
  return {
    what,
    measured: rate(ours),
    baseline: rate(theirs),
    ratio,
    target: `≥ ${atLeast} ×`,
    isMet: ratio >= atLeast,
  }
}

function compareTimes(what: string, ours: readonly Load[], theirs: readonly Load[], atMost: number): Line {
  const p50 = (loads: readonly Load[]) => time(median(loads.map((load) => load.p50)) * 1e6)
  const ratio = ratioOf(ours, theirs, (load) => load.p50)
  return { what, measured: p50(ours), baseline: p50(theirs), ratio, target: `≤ ${atMost} ×`, isMet: ratio <= atMost }
}

const role = process.argv[2] as ServerName | undefined
if (role === undefined) report(await measure())
else {
  process.once("message", async (canned) => {
    process.send?.(await SERVERS[role](canned as Canned))
  })
  process.once("disconnect", () => process.exit(0))
}
