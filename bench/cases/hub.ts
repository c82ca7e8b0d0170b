/** Measures the hub: the processor time of an event to one of 1,000 connected users, and the memory of a connection. */
import { fork } from "node:child_process"
import { once } from "node:events"
import { WebSocket } from "ws"
import { startServer } from "../../emulator/node/index.ts"
import type { Fixture } from "../../src/fixtures/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { atMost, bytes, type Line, report } from "../measure.ts"

const CONNECTIONS = 1000
const ITEMS = 10_000
const EVENTS = 500
const ADA = "ada@acme.test"
const PLACE = { application: "APP", datastore: "Notes" }
const MAX_NS = 1e6
const MAX_BYTES = 60 * 1024

const emailOf = (at: number) => `user${at}@acme.test`
const tokenOf = (at: number) => `user${at}-token`
const idOf = (at: number) => (0xa00000 + at).toString(16).padStart(24, "0")

/** 10,000 notes. Ada sees all of them, and each of 1,000 members sees ten. */
const fixture = (): Fixture => ({
  version: 1,
  users: [
    { email: ADA, password: "secret" },
    ...Array.from({ length: CONNECTIONS }, (_, at) => ({
      email: emailOf(at),
      password: "secret",
      token: tokenOf(at),
    })),
  ],
  workspaces: [
    {
      name: "Acme",
      admins: [ADA],
      group: {
        group_id: "ACME",
        name: "Acme",
        members: [ADA, ...Array.from({ length: CONNECTIONS }, (_, at) => emailOf(at))],
        roles: [{ application_id: "APP", role_id: "MEMBER" }],
      },
      applications: [
        {
          application_id: "APP",
          name: "App",
          roles: [{ role_id: "ADMIN", name: "admin", users: [ADA] }],
          datastores: [
            {
              datastore_id: "Notes",
              name: "Notes",
              fields: { Text: { dataType: "text", as_title: true } },
              items: Array.from({ length: ITEMS }, (_, at) => ({
                i_id: idOf(at),
                values: { Text: `note ${at}` },
                access: { users: [ADA, emailOf(at % CONNECTIONS)] },
              })),
            },
          ],
        },
      ],
    },
  ],
})

interface Usage {
  /** Processor time of an event with its commit, in nanoseconds. */
  readonly ns: number
  /** Resident memory in bytes. */
  readonly rss: number
  readonly heap: number
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Serves the world in a process of its own. Each message of the parent makes it comment on 500 notes. */
async function serve(): Promise<void> {
  const world = await createWorld({ fixture: fixture() })
  const { url } = await startServer({ world, port: 0, requestLogSize: 0 })
  const ada = world.as(ADA)
  process.on("message", async () => {
    for (let round = 0; round < 3; round += 1) {
      globalThis.gc?.()
      await pause(50)
    }
    const { rss, heapUsed, external } = process.memoryUsage()
    const began = process.cpuUsage()
    for (let at = 0; at < EVENTS; at += 1) {
      await ada.postItemComment({ ...PLACE, itemId: idOf(at * 7), comment: "hello" })
      // The hub sends an event in a later turn of the event loop. Without the pause, it would send several at once.
      await pause(2)
    }
    const { user, system } = process.cpuUsage(began)
    process.send?.({ ns: ((user + system) * 1000) / EVENTS, rss, heap: heapUsed + external } satisfies Usage)
  })
  process.once("disconnect", () => process.exit(0))
  process.send?.(url)
}

async function measure(): Promise<Line[]> {
  const child = fork(process.argv[1] ?? "", ["serve"], { execArgv: ["--expose-gc"] })
  const [url] = (await once(child, "message")) as [string]
  const usage = async (): Promise<Usage> => {
    child.send("go")
    const [used] = (await once(child, "message")) as [Usage]
    return used
  }
  let heard = 0
  const sockets: WebSocket[] = []
  const connect = async (at: number) => {
    const socket = new WebSocket(`${url.replace("http", "ws")}/hub?token=${tokenOf(at)}`)
    sockets.push(socket)
    await once(socket, "open")
    socket.send('{"protocol":"json","version":1}\x1e')
    await once(socket, "message")
    socket.on("message", (data) => {
      if (String(data).includes("item_view_")) heard += 1
    })
  }
  // The first rounds load the hub and warm up the code.
  await connect(0)
  await usage()
  await usage()
  sockets.pop()?.close()
  await pause(200)
  const before = await usage()
  for (let at = 0; at < CONNECTIONS; at += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, more) => connect(at + more)))
  }
  heard = 0
  const after = await usage()
  await pause(200)
  if (heard !== EVENTS) throw new Error(`expected ${EVENTS} events, received ${heard}`)
  for (const socket of sockets) socket.terminate()
  child.disconnect()
  const [resident, heap] = [after.rss - before.rss, after.heap - before.heap].map((more) => more / CONNECTIONS)
  // Resident memory may grow less than the heap, if the heap had free memory before.
  const each = Math.max(resident ?? 0, heap ?? 0)
  return [
    atMost(
      `an event to one of ${CONNECTIONS} connected users among ${ITEMS} items: processor time, without the commit`,
      Math.max(after.ns - before.ns, 0),
      MAX_NS,
    ),
    {
      what: `memory of a connection, of ${CONNECTIONS}: the larger of resident memory and heap`,
      measured: bytes(each),
      target: `≤ ${bytes(MAX_BYTES)}`,
      isMet: each <= MAX_BYTES,
    },
  ]
}

if (process.argv[2] === "serve") await serve()
else {
  report(await measure())
  process.exit(0)
}
