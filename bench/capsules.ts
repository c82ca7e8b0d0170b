/** Measures a capsule of the demo after 100 requests, and its replay (insight.md section 4). */
import { serverPorts } from "../emulator/adapters/index.ts"
import { createApp } from "../emulator/index.ts"
import { replayCapsule } from "../emulator/insight/index.ts"
import { createWorldFromFiles } from "../emulator/node/index.ts"
import { type Capsule, packCapsule, readCapsule } from "../src/insight/capsule/index.ts"
import { atMost, bytes, type Line, milliseconds } from "./measure.ts"

const REQUESTS = 100
const LIMIT_MS = 200
const LIMIT_BYTES = 200 * 1024
const REPLAY_LIMIT_MS = 1000
const NS_PER_MS = 1e6
const ROUNDS = 3

const SENDER = { authorization: "Bearer demo-mina", "content-type": "application/json" }

/** Serves the demo, which has met as many searches as updates of an item. */
async function servedDemo() {
  const app = createApp({ world: await createWorldFromFiles(["fixtures/demo.yaml"]) })
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const init = { method, headers: SENDER, ...(body && { body: JSON.stringify(body) }) }
    const answer = await app.fetch(path, init)
    if (answer.status !== 200) throw new Error(`${method} ${path}: status ${answer.status}`)
    return answer.json()
  }
  const items = "/api/v0/applications/ORDERS/datastores/Customers/items"
  const page = { page: 1, per_page: 20, conditions: [] }
  const { items: found = [] } = (await ask("POST", `${items}/search`, page)) as {
    readonly items?: readonly { readonly i_id: string }[]
  }
  for (let time = 1; time < REQUESTS; time += 1) {
    const { i_id: id } = found[time % found.length] ?? { i_id: "" }
    if (time % 2 === 0) await ask("POST", `${items}/search`, page)
    else await ask("POST", `${items}/edit/${id}`, { item: {}, is_force_update: true })
  }
  return async () => (await app.fetch("/_hexarium/worlds/main/capsule")).json() as Promise<Capsule>
}

export async function capsulesOfDemo(): Promise<Line[]> {
  const write = await servedDemo()
  let file: Uint8Array = new Uint8Array()
  const writeMs = await milliseconds(async () => {
    file = packCapsule(await write())
  }, ROUNDS)
  const ports = await serverPorts()
  const replayMs = await milliseconds(
    () => replayCapsule(readCapsule(file), ports, (world, strict) => createApp({ world, strict })),
    ROUNDS,
  )
  ports.scripts.close()
  return [
    atMost("capsule of the demo after 100 requests", writeMs * NS_PER_MS, LIMIT_MS * NS_PER_MS),
    {
      what: "size of this capsule",
      measured: bytes(file.length),
      target: "≤ 200 KB",
      isMet: file.length <= LIMIT_BYTES,
    },
    atMost("replay of this capsule", replayMs * NS_PER_MS, REPLAY_LIMIT_MS * NS_PER_MS),
  ]
}
