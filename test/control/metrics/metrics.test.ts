import { readFile } from "node:fs/promises"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type App, type AppOptions, createApp } from "../../../emulator/app.ts"
import { startServer } from "../../../emulator/node/index.ts"
import { VERSION } from "../../../emulator/version.ts"
import { requireWorlds, resetWorld } from "../../../emulator/worlds/index.ts"
import { createEngineWorld } from "../../../src/world/index.ts"
import { fakePersistence } from "../../ports/fake-persistence.ts"
import { manualClock } from "../../ports/manual-clock.ts"
import { SharedDatabase, sharedStore } from "../../worlds/replicas/shared-store.ts"
import { worldsOn } from "../../worlds/replicas/worlds-on.ts"
import { DESK } from "../desk.ts"
import { type ReadMetric, readMetrics } from "./read-metrics.ts"

const ITEMS = "/api/v0/applications/DESK/datastores/TICKETS/items"
const ADA = { authorization: "Bearer ada-fixed-token-1" }
const JSON_TYPE = { "content-type": "application/json" }

const makeApp = async (options: Partial<AppOptions> = {}): Promise<App> =>
  createApp({ world: await createEngineWorld({ fixture: DESK }), ...options })

const send = (app: App, method: string, path: string, body?: unknown, headers: Record<string, string> = ADA) =>
  app.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: { ...JSON_TYPE, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )

const control = (app: App, method: string, path: string, body: unknown = {}) =>
  send(app, method, `/_hexarium${path}`, method === "GET" ? undefined : body, { "x-hexarium": "1" })

async function metricsOf(app: App): Promise<Map<string, ReadMetric>> {
  const answer = await app.fetch("http://localhost/metrics")
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"])
  return readMetrics(await answer.text())
}

/** Returns a metric's samples as `{ 'name{label="value"}': value }`. */
async function samplesOf(app: App, name: string): Promise<Record<string, number>> {
  const samples = (await metricsOf(app)).get(name)?.samples ?? []
  return Object.fromEntries(samples.map(({ labels, value }) => [Object.values(labels).join(" "), value]))
}

/** The counts that are not 0. */
const requestsOf = async (app: App) =>
  Object.fromEntries(Object.entries(await samplesOf(app, "hexarium_requests_total")).filter(([, count]) => count > 0))

const gauge = async (app: App, name: string) => (await samplesOf(app, name))[""]

describe("/metrics (metrics.md)", () => {
  test("has the metrics of the table, with their types and labels", async () => {
    const server = await startServer({ world: await createEngineWorld({ fixture: DESK }), port: 0 })
    await fetch(`${server.url}/api/v0/userinfo`, { headers: ADA })
    const answer = await fetch(`${server.url}/metrics`)
    const metrics = readMetrics(await answer.text())
    await server.close({ graceMs: 0 })
    const page = await readFile(new URL("../../../docs/reference/metrics.md", import.meta.url), "utf8")
    const rows = [...page.matchAll(/^\| `(\w+)` \| (\w+) \| (.*?) ?\| /gm)].map(([, name, type, labels = ""]) => ({
      name,
      type,
      labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label).sort(),
    }))
    const written = [...metrics.values()].map(({ name, type, samples }) => ({
      name,
      type,
      labels: [...new Set(samples.flatMap(({ labels }) => Object.keys(labels)))].sort(),
    }))
    const byName = (left: { name?: string | undefined }, right: { name?: string | undefined }) =>
      (left.name ?? "") < (right.name ?? "") ? -1 : 1
    expect(written.sort(byName)).toEqual(rows.sort(byName))
    const first = (name: string) => metrics.get(name)?.samples[0]?.value ?? Number.NaN
    expect(metrics.get("hexarium_build_info")?.samples[0]?.labels).toEqual({ version: VERSION })
    expect(first("process_resident_memory_bytes")).toBeGreaterThan(1e7)
    expect(first("nodejs_heap_size_used_bytes")).toBeLessThanOrEqual(first("nodejs_heap_size_total_bytes"))
    expect(first("process_start_time_seconds")).toBeCloseTo(performance.timeOrigin / 1000)
    expect(first("process_cpu_seconds_total")).toBeGreaterThan(0)
  })

  test("an app without a server leaves out the process, unless it is measured", async () => {
    expect((await metricsOf(await makeApp())).has("process_resident_memory_bytes")).toBe(false)
    const usage = { residentBytes: 7, heapUsedBytes: 1, heapTotalBytes: 2, externalBytes: 3, cpuSeconds: 4.5 }
    const app = await makeApp({ processUsage: () => ({ ...usage, startedAtSeconds: 6 }) })
    expect(await gauge(app, "process_resident_memory_bytes")).toBe(7)
    expect(await gauge(app, "process_cpu_seconds_total")).toBe(4.5)
  })

  test("allows GET and HEAD, only at the root", async () => {
    const app = await makeApp()
    const head = await send(app, "HEAD", "/metrics")
    expect([head.status, await head.text()]).toEqual([200, ""])
    const post = await send(app, "POST", "/metrics", {}, { "x-hexarium": "1" })
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET"])
    for (const path of ["/metrics/x", "/w/main/metrics", "/api/v0/metrics", "/_hexarium/metrics"])
      expect((await send(app, "GET", path)).status, path).toBe(404)
    const mine = await makeApp()
    const { Hono } = await import("hono")
    expect((await new Hono().route("/fake", mine).request("http://localhost/fake/metrics")).status).toBe(200)
  })
})

describe("who may read /metrics (control.md section 4)", () => {
  const TOKEN = "a-text-of-your-own"
  const ask = async (options: Partial<AppOptions>, from: string, headers: Record<string, string> = {}) => {
    const app = await makeApp(options)
    const request = new Request("http://hexarium/metrics", { headers: { host: "localhost", ...headers } })
    const answer = await app.fetch(request, { incoming: { socket: { remoteAddress: from } } })
    const text = await answer.text()
    return answer.status === 200 ? readMetrics(text).size > 0 : JSON.parse(text).error_code
  }

  test("this machine, but no foreign host and no page of another origin", async () => {
    expect(await ask({}, "127.0.0.1")).toBe(true)
    expect(await ask({}, "127.0.0.1", { host: "evil.example" })).toBe("NO_PRIVILEGES")
    expect(await ask({}, "127.0.0.1", { origin: "https://evil.example" })).toBe("NO_PRIVILEGES")
    expect(await ask({}, "127.0.0.1", { "sec-fetch-site": "cross-site" })).toBe("NO_PRIVILEGES")
    expect(await ask({}, "127.0.0.1", { "x-forwarded-for": "192.0.2.1" })).toBe("NO_PRIVILEGES")
    expect(await ask({ controlOrigins: ["https://app.example"] }, "::1", { origin: "https://app.example" })).toBe(true)
  })

  test("another machine with the token of the control plane, or if remote control is allowed", async () => {
    const bearer = { authorization: `Bearer ${TOKEN}` }
    expect(await ask({}, "192.0.2.1")).toBe("NO_PRIVILEGES")
    expect(await ask({ controlToken: TOKEN }, "192.0.2.1")).toBe("NO_PRIVILEGES")
    expect(await ask({ controlToken: TOKEN }, "192.0.2.1", { authorization: "Bearer other" })).toBe("NO_PRIVILEGES")
    expect(await ask({ controlToken: TOKEN }, "192.0.2.1", bearer)).toBe(true)
    expect(await ask({ controlToken: TOKEN }, "192.0.2.1", { ...bearer, host: "h.example:7575" })).toBe("NO_PRIVILEGES")
    const named = { controlToken: TOKEN, allowedHosts: ["h.example"] }
    expect(await ask(named, "192.0.2.1", { ...bearer, host: "h.example:7575" })).toBe(true)
    expect(await ask({ allowRemoteControl: true }, "192.0.2.1")).toBe(true)
  })
})

describe("requests", () => {
  test("are counted by operation and outcome, and by status", async () => {
    const app = await makeApp()
    for (const status of [503, undefined]) {
      const fault = status === undefined ? { disconnect: true } : { status }
      await control(app, "POST", "/worlds/main/faults", { operation: "GetItemDetails", ...fault })
      await Promise.resolve(send(app, "GET", `${ITEMS}/details/x`)).catch(() => {})
    }
    await send(app, "GET", `${ITEMS}/details/x`)
    await send(app, "GET", "/api/v0/userinfo")
    await send(app, "GET", "/api/v0/userinfo", undefined, {})
    await send(app, "GET", "/misspelled")
    await send(app, "POST", "/graphql", { query: "{ userInfo { u_id } }" })
    await control(app, "POST", "/worlds/main/call", { operation: "getUserInfo", as: "ada@acme.test" })
    expect(await requestsOf(app)).toEqual({
      "GetItemDetails failed": 2,
      "GetItemDetails refused": 1,
      "GetUserInfo ok": 2,
      "GetUserInfo refused": 1,
      "unknown refused": 1,
      "userInfo ok": 1,
    })
    expect(await samplesOf(app, "hexarium_responses_total")).toEqual({ 0: 1, 200: 3, 401: 1, 404: 2, 503: 1 })
  })

  test("the counters ignore observers, pages and the control plane", async () => {
    const app = await makeApp()
    const own = { "x-hexarium": "1", "x-hexarium-observe": "1", origin: "http://localhost:1" }
    expect((await send(app, "GET", "/api/v0/userinfo", undefined, { ...ADA, ...own })).status).toBe(200)
    await control(app, "GET", "/worlds")
    await send(app, "GET", "/graphql", undefined, { accept: "text/html" })
    await metricsOf(app)
    expect(await requestsOf(app)).toEqual({})
  })

  test("the counters have a bounded number of series, whatever the requests' names are", async () => {
    const app = await makeApp()
    await fc.assert(
      fc.asyncProperty(
        fc.webPath(),
        fc.string(),
        fc.constantFrom("GET", "POST", "DELETE"),
        async (path, text, method) => {
          await send(app, method, `/api/v0/x${path}`)
          await send(app, method, `/no${path}`)
          await send(app, "POST", "/graphql", { query: `{ ${text} }` })
          await send(app, "POST", "/graphql", { query: "{ nothing }", operationName: text })
        },
      ),
      { numRuns: 30, seed: 1 },
    )
    const requests = await requestsOf(app)
    expect(Object.keys(requests)).toEqual(["unknown refused"])
    expect(requests["unknown refused"]).toBe(120)
  })

  test("are counted once in the buckets of the time that they took", async () => {
    const app = await makeApp()
    for (const delay_ms of [30, 120]) {
      await control(app, "POST", "/worlds/main/faults", { operation: "GetUserInfo", delay_ms })
      await send(app, "GET", "/api/v0/userinfo")
    }
    const samples = (await metricsOf(app)).get("hexarium_request_duration_seconds")?.samples ?? []
    const bucket = (le: string) => samples.find(({ labels }) => labels.le === le)?.value
    expect(samples.map(({ labels }) => labels.operation).filter((name) => name !== "GetUserInfo")).toEqual([])
    expect([bucket("0.0005"), bucket("0.025"), bucket("+Inf")]).toEqual([0, 0, 2])
    const entries = app.worlds.main.log.entries()
    const total = entries.reduce((sum, { ms }) => sum + ms, 0)
    expect(samples.find(({ name }) => name.endsWith("_sum"))?.value).toBeCloseTo(total / 1000)
    for (const le of ["0.05", "0.1", "0.25", "0.5", "1", "2.5", "5", "10"])
      expect(bucket(le), le).toBe(entries.filter(({ ms }) => ms <= Number(le) * 1000).length)
  })

  test("are never forgotten: counters only grow, whatever happens to worlds", async () => {
    const act = fc.constantFrom("ask", "refused", "unknown", "fork", "drop", "reset", "import", "restore")
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 15 }), async (acts) => {
        const app = await makeApp()
        let made = 0
        let before = new Map<string, number>()
        let asked = 0
        await control(app, "PUT", "/worlds/main/snapshots/s")
        for (const one of acts) {
          const world = made > 0 ? `/w/w${made}` : ""
          const isAsked = one === "ask" || one === "refused" || one === "unknown"
          if (isAsked) asked += 1
          if (one === "ask") await send(app, "GET", `${world}/api/v0/userinfo`)
          else if (one === "refused") await send(app, "GET", `${world}/api/v0/userinfo`, undefined, {})
          else if (one === "unknown") await send(app, "GET", `${world}/nowhere`)
          else if (one === "fork") {
            made += 1
            await control(app, "POST", "/worlds", { name: `w${made}` })
          } else if (one === "drop" && made > 0) {
            await control(app, "DELETE", `/worlds/w${made}`)
            made -= 1
          } else if (one === "reset") await resetWorld(requireWorlds(app.worlds).main)
          else if (one === "import") await control(app, "POST", "/worlds/main/import", DESK)
          else if (one === "restore") await control(app, "POST", "/worlds/main/snapshots/s/restore")
          const metrics = await metricsOf(app)
          const now = new Map<string, number>()
          for (const { type, samples } of metrics.values())
            if (type !== "gauge")
              for (const { name, labels, value } of samples) now.set(JSON.stringify([name, labels]), value)
          for (const [key, value] of before) expect(now.get(key) ?? -1, key).toBeGreaterThanOrEqual(value)
          before = now
          expect(metrics.get("hexarium_worlds")?.samples[0]?.value).toBe(app.worlds.size)
        }
        const requests = await requestsOf(app)
        expect(Object.values(requests).reduce((sum, count) => sum + count, 0)).toBe(asked)
      }),
      { numRuns: 15, seed: 3 },
    )
  })
})

describe("worlds", () => {
  test("the gauges of worlds and their items exist as long as the worlds", async () => {
    const app = await makeApp()
    const items = { items: await gauge(app, "hexarium_items"), worlds: await gauge(app, "hexarium_worlds") }
    expect(items).toEqual({ items: 1, worlds: 1 })
    await control(app, "POST", "/worlds", { name: "twin" })
    await send(app, "POST", `/w/twin${ITEMS}/new`, { item: { Subject: "x" } })
    expect(await samplesOf(app, "hexarium_world_items")).toEqual({ main: 1, twin: 2 })
    expect([await gauge(app, "hexarium_items"), await gauge(app, "hexarium_worlds")]).toEqual([3, 2])
    await control(app, "DELETE", "/worlds/twin")
    expect(await samplesOf(app, "hexarium_world_items")).toEqual({ main: 1 })
    expect(await samplesOf(app, "hexarium_world_leader")).toEqual({ main: 1 })
    expect([await gauge(app, "hexarium_items"), await gauge(app, "hexarium_worlds")]).toEqual([1, 1])
  })

  test("beyond a hundred have no samples of their own", async () => {
    const app = await makeApp()
    for (let at = 0; at < 150; at += 1) app.worlds.fork()
    expect(await gauge(app, "hexarium_worlds")).toBe(151)
    expect(await gauge(app, "hexarium_items")).toBe(151)
    for (const name of ["hexarium_world_items", "hexarium_world_leader"]) {
      const names = Object.keys(await samplesOf(app, name))
      expect([names.length, names[0], names.at(-1)]).toEqual([100, "main", "w99"])
    }
  })

  test("have one leader among the servers of a store", async () => {
    const database = new SharedDatabase(() => 0)
    const [one, two] = [await worldsOn(sharedStore(database)), await worldsOn(sharedStore(database))]
    expect(await samplesOf(one.app, "hexarium_world_leader")).toEqual({ main: 0 })
    await one.app.replicas.start()
    await two.app.replicas.start()
    expect(await samplesOf(one.app, "hexarium_world_leader")).toEqual({ main: 1 })
    expect(await samplesOf(two.app, "hexarium_world_leader")).toEqual({ main: 0 })
    await one.app.replicas.stop()
    await two.app.replicas.stop()
  })
})

describe("the store", () => {
  test("lags while writes wait for it", async () => {
    const clock = manualClock(Date.parse("2026-01-05T09:00:00Z"))
    const held: (() => void)[] = []
    const persistence = fakePersistence((usual) => ({
      append: async (...given) => {
        await new Promise<void>((resolve) => held.push(resolve))
        return usual.append(...given)
      },
    }))
    const world = await createEngineWorld({ fixture: DESK, ports: { persistence, wallClock: clock } })
    const app = createApp({ world })
    const lag = async () => [
      await gauge(app, "hexarium_store_waiting_writes"),
      await gauge(app, "hexarium_store_lag_seconds"),
      await gauge(app, "hexarium_store_up"),
    ]
    const write = () => send(app, "POST", `${ITEMS}/new`, { item: { Subject: "x" } })
    const turn = () => new Promise((resolve) => setTimeout(resolve, 0))
    expect(await lag()).toEqual([0, 0, 1])
    const first = write()
    while (held.length === 0) await turn()
    clock.pass(1500)
    const others = [write(), write()]
    while (world.unstored.writes < 3) await turn()
    expect(await lag()).toEqual([3, 1.5, 1])
    clock.pass(-60_000)
    expect(await lag()).toEqual([3, 0, 1])
    held.pop()?.()
    expect((await first).status).toBe(200)
    while (held.length === 0) await turn()
    clock.pass(61_000)
    expect(await lag()).toEqual([2, 1, 1])
    held.pop()?.()
    await Promise.all(others)
    expect(await lag()).toEqual([0, 0, 1])
  })

  test("is down while it fails", async () => {
    const persistence = fakePersistence(() => ({ append: () => Promise.reject(new Error("the disk is full")) }))
    const app = createApp({ world: await createEngineWorld({ fixture: DESK, ports: { persistence } }) })
    expect((await send(app, "POST", `${ITEMS}/new`, { item: { Subject: "x" } })).status).toBe(500)
    expect(await gauge(app, "hexarium_store_up")).toBe(0)
    await app.worlds.main.world.close()
  })
})
