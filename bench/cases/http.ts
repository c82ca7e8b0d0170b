/**
 * Compares the processor time of the API over a loopback socket with bare Hono that sends the same bytes. Each server has its own process;
 * this process creates the load, in rounds that alternate between the servers.
 */
import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import * as z from "zod"
import { startServer } from "../../emulator/node/index.ts"
import { load, type RequestSpec } from "../load.ts"
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
/** Requests the same item each time. */
const again = () => detailsOf(one)
const any = () => detailsOf(ids())
const create = (): RequestSpec => {
  const { item } = newDeal()
  return { method: "POST", path: `${PATH}/new`, headers, body: JSON.stringify({ item, return_item_result: true }) }
}

/** The fixed answers of the bare server. */
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

interface Server {
  readonly process: ChildProcess
  readonly port: number
}

function start(name: ServerName, canned?: Canned): Promise<Server> {
  const child = fork(fileURLToPath(import.meta.url), [name], { stdio: ["ignore", 2, 2, "ipc"] })
  child.send(canned ?? {})
  return new Promise((resolve, reject) => {
    child.once("message", (port) => resolve({ process: child, port: port as number }))
    child.once("exit", () => reject(new Error(`the server ${name} did not start`)))
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

/** `ratio`: the lowest ratio of bare Hono's processor time to the emulator's that is allowed. */
const CASES = [
  { what: "GetItemDetails of one item", make: again, ratio: 0.4 },
  { what: "GetItemDetails of random items among 10k", make: any, ratio: 0.4 },
  { what: "CreateItem", make: create, ratio: 0.28 },
] as const

const WARM_UPS = 3
const ROUNDS = 7
const CONNECTIONS = 10

async function measure(): Promise<Line[]> {
  const hexarium = await start("hexarium")
  const canned = { get: await answerOf(hexarium.port, any()), post: await answerOf(hexarium.port, create()) }
  const hono = await start("hono", canned)
  const lines: Line[] = []
  for (const { what, make, ratio: least } of CASES) {
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
      const both = [await nanosecondsOf(hexarium, make), await nanosecondsOf(hono, make)] as const
      if (round < WARM_UPS) continue
      ours.push(both[0])
      theirs.push(both[1])
    }
    const ratio = median(theirs.map((ns, round) => ns / (ours[round] as number)))
    lines.push({
      what: `${what}: processor time, against bare Hono`,
      measured: time(median(ours)),
      baseline: time(median(theirs)),
      ratio,
      target: `≥ ${least} ×`,
      isMet: ratio >= least,
    })
  }
  for (const server of [hexarium, hono]) server.process.kill()
  return lines
}

/** Returns a server's processor time for one request, in nanoseconds. */
async function nanosecondsOf(server: Server, make: () => RequestSpec): Promise<number> {
  const before = await usedBy(server)
  // This process must not sleep: only a slow server lets it sleep, and each write of that server would then take 20 µs to wake it.
  let isLoading = true
  const stayAwake = () => {
    if (isLoading) setImmediate(stayAwake)
  }
  stayAwake()
  const { requests } = await load(server.port, make, { connections: CONNECTIONS })
  isLoading = false
  return ((await usedBy(server)) - before) / requests
}

/** Returns a server's processor time since its start, in nanoseconds. */
function usedBy({ process }: Server): Promise<number> {
  process.send("usage")
  return new Promise((resolve) => process.once("message", (ns) => resolve(ns as number)))
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

const role = process.argv[2] as ServerName | undefined
if (role === undefined) report(await measure())
else {
  process.once("message", async (canned) => {
    process.send?.(await SERVERS[role](canned as Canned))
    process.on("message", () => {
      const { user, system } = process.cpuUsage()
      process.send?.((user + system) * 1000)
    })
  })
  process.once("disconnect", () => process.exit(0))
}
