import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Worker } from "node:worker_threads"
import { DESK } from "../control/desk.ts"

export const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url))

/** Scripts that exceed their limits. */
export const SCRIPTS: readonly string[] = [
  "function main() { throw globalThis.constructor.constructor('return process')() }",
  "function main() { for (;;); }",
  "function main() { const all = []; for (;;) all.push([all.length]) }",
  "function main() { let deep = {}; for (let at = 0; at < 1e5; at += 1) deep = { deep }; return deep }",
  "function main() { const down = () => down(); return down() }",
  "function main() { return 'x'.repeat(1e9) }",
  "function main() { return /(a*)*b/.test('a'.repeat(40)) }",
  "function main() { return new Promise(() => {}) }",
  "async function main() { for (;;) await null }",
]

/** An action whose script does almost nothing. */
export const SMALL_ACTION = "Small"

export const scriptAction = (at: number) => `Script${at}`

/** Number of items that look up one title. Each returns the title three times, 150 MB in all. */
export const LOOKUP_ITEMS = 100
const TITLE = "x".repeat(500_000)

const LOOKED_UP: readonly Record<string, unknown>[] = [
  {
    datastore_id: "MANUALS",
    name: "Manuals",
    fields: { Title: { name: "Title", dataType: "text", as_title: true } },
    items: [{ key: "long", values: { Title: TITLE } }],
  },
  {
    datastore_id: "TASKS",
    name: "Tasks",
    fields: { Manual: { name: "Manual", dataType: "dslookup", dslookup: { datastore: "MANUALS", field: "Title" } } },
    items: Array.from({ length: LOOKUP_ITEMS }, () => ({ values: { Manual: "@long" } })),
  },
]

/** The help desk with an action for each hostile script, and items that look up a long title. */
function hostileDesk(): string {
  const fixture = structuredClone(DESK) as unknown as {
    workspaces: { applications: { datastores: Record<string, unknown>[] }[] }[]
  }
  const datastores = fixture.workspaces[0]?.applications[0]?.datastores
  const actions = (datastores?.[0]?.actions ?? {}) as Record<string, unknown>
  datastores?.push(...LOOKED_UP)
  for (const [at] of SCRIPTS.entries()) actions[scriptAction(at)] = { crud_type: "2", pre_script: { file: `${at}.js` } }
  actions[SMALL_ACTION] = { crud_type: "2", pre_script: { code: "function main(data) { return data }" } }
  return JSON.stringify(fixture)
}

/** Requests a URL every 50 ms and reports each response time. */
const PROBE = `
const { parentPort, workerData } = require("node:worker_threads")
setInterval(() => {
  const began = performance.now()
  fetch(workerData)
    .then((answer) => answer.arrayBuffer())
    .then(() => parentPort.postMessage(performance.now() - began), () => parentPort.postMessage(Infinity))
}, 50)`

/** The attacked server process, with measurements from outside. */
export interface Attacked {
  readonly url: string
  readonly child: ChildProcess
  readonly folder: string
  /** Response times of `/health` in ms. */
  readonly waits: number[]
  /** Resident memory in MiB. */
  rss(): Promise<number>
  /** Number of threads. Each running script has one. */
  threads(): Promise<number>
  /** The hash of `main` and the number of worlds. */
  state(): Promise<string>
  stop(): Promise<void>
}

/** `flags`: flags of Node. */
export async function startAttacked(flags: readonly string[] = []): Promise<Attacked> {
  const folder = await mkdtemp(join(tmpdir(), "hexarium-attack-"))
  await writeFile(join(folder, "desk.json"), hostileDesk())
  for (const [at, code] of SCRIPTS.entries()) await writeFile(join(folder, `${at}.js`), code)
  const child = spawn(process.execPath, [...flags, CLI, "start", "desk.json", "--port", "0", "--log", "json"], {
    cwd: folder,
  })
  let said = ""
  child.stderr.on("data", (chunk) => {
    said += chunk
  })
  const [first] = await Promise.race([
    once(child.stdout, "data"),
    once(child, "exit").then(() => Promise.reject(new Error(`the server did not start: ${said}`))),
  ])
  child.stdout.resume()
  const { url } = JSON.parse(String(first).split("\n")[0] ?? "") as { url: string }
  const told = async (name: string): Promise<number> => {
    const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "")
    return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0)
  }
  const waits: number[] = []
  // The probe has its own thread. The attacker's computing time then does not count as waiting.
  const probe = new Worker(PROBE, { eval: true, workerData: `${url}/_hexarium/health` })
  probe.on("message", (ms: number) => waits.push(ms))
  return {
    url,
    child,
    folder,
    waits,
    rss: async () => (await told("VmRSS")) / 1024,
    threads: () => told("Threads"),
    async state() {
      const { worlds } = (await (await fetch(`${url}/_hexarium/worlds`)).json()) as { worlds: { hash: string }[] }
      return `${worlds.length} ${worlds[0]?.hash}`
    },
    async stop() {
      await probe.terminate()
      if (child.exitCode === null) {
        const ended = once(child, "exit")
        child.kill("SIGTERM")
        await ended
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Sends raw bytes. Returns the bytes received within `ms`. */
export function exchange(url: string, bytes: string, ms = 500): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(bytes, "latin1"))
    let heard = ""
    const end = () => {
      socket.destroy()
      resolve(heard)
    }
    const timer = setTimeout(end, ms)
    socket.on("data", (chunk) => {
      heard += chunk.toString("latin1")
    })
    socket
      .on("error", () => {})
      .once("close", () => {
        clearTimeout(timer)
        resolve(heard)
      })
  })
}
