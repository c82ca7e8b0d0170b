/**
 * The API over a loopback socket against servers that answer the same bytes and do nothing else (target T10). Every server is a
 * process of its own; the load comes from this one.
 */
import { type ChildProcess, fork } from "node:child_process"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { startServer } from "../../emulator/index.ts"
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

/** What the servers without anything in them answer with. */
interface Canned {
  readonly get: string
  readonly post: string
}

const SERVERS = {
  async hexarium() {
    const { url } = await startServer({ world: await makeWorld(ITEMS), port: 0 })
    return Number(new URL(url).port)
  },
  node: ({ get, post }: Canned) =>
    new Promise<number>((resolve) => {
      const headersOf = (text: string) => ({
        "content-type": "application/json; charset=utf-8",
        "content-length": Buffer.byteLength(text),
      })
      const server = createServer((request, response) => {
        if (request.method === "GET") {
          response.writeHead(200, headersOf(get)).end(get)
          return
        }
        const parts: Buffer[] = []
        request.on("data", (part: Buffer) => parts.push(part))
        request.on("end", () => {
          JSON.parse(Buffer.concat(parts).toString())
          response.writeHead(200, headersOf(post)).end(post)
        })
      }).listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
    }),
  hono: ({ get, post }: Canned) =>
    new Promise<number>((resolve) => {
      const app = new Hono()
      const [itemDetails, newItem] = [JSON.parse(get), JSON.parse(post)]
      app.get(`${PATH}/details/:id`, (context) => context.json(itemDetails))
      app.post(`${PATH}/new`, async (context) => {
        await context.req.json()
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

async function measure(): Promise<Line[]> {
  const hexarium = await start("hexarium")
  const canned = { get: await answerOf(hexarium.port, any()), post: await answerOf(hexarium.port, create()) }
  const servers = { hexarium, node: await start("node", canned), hono: await start("hono", canned) }
  const lines: Line[] = []
  for (const [what, make, atLeast] of [
    ["GetItemDetails of one item", again, 0.6],
    ["GetItemDetails of any of 10k items", any, 0.6],
    ["CreateItem", create, 0.4],
  ] as const) {
    const best = new Map<ServerName, Load>()
    for (let round = 0; round < 4; round += 1) {
      for (const [name, { port }] of Object.entries(servers) as [ServerName, { port: number }][]) {
        const one = await load(port, make)
        // The first round warms up.
        if (round > 0 && one.perSecond > (best.get(name)?.perSecond ?? 0)) best.set(name, one)
      }
    }
    const rate = (name: ServerName): number => best.get(name)?.perSecond ?? 0
    for (const [baseline, target] of [
      ["node", atLeast],
      ["hono", undefined],
    ] as const) {
      const ratio = rate("hexarium") / rate(baseline)
      lines.push({
        what: `${what}, 10 connections, bare ${baseline === "node" ? "node:http" : baseline}`,
        measured: `${(rate("hexarium") / 1000).toFixed(1)} k/s`,
        baseline: `${(rate(baseline) / 1000).toFixed(1)} k/s`,
        ratio,
        ...(target === undefined ? {} : { target: `≥ ${target} ×`, isMet: ratio >= target }),
      })
    }
    const alone = await load(hexarium.port, make, { connections: 1 })
    lines.push({ what: `${what}, one connection, p50`, measured: time(alone.p50 * 1e6) })
    lines.push({ what: `${what}, one connection, p99`, measured: time(alone.p99 * 1e6) })
  }
  for (const server of Object.values(servers)) server.process.kill()
  return lines
}

const role = process.argv[2] as ServerName | undefined
if (role === undefined) report(await measure())
else {
  process.once("message", async (canned) => {
    process.send?.(await SERVERS[role](canned as Canned))
  })
  process.once("disconnect", () => process.exit(0))
}
