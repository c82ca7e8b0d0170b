import { afterEach } from "vitest"
import { WebSocket } from "ws"
import { type RunningServer, startServer } from "../../../emulator/node/index.ts"
import { smallWorld } from "../../sample-worlds/small.ts"
import { until } from "../../until.ts"

const servers: RunningServer[] = []
const sockets: WebSocket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate()
  await Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 })))
})

export async function start(options: Partial<Parameters<typeof startServer>[0]> = {}): Promise<RunningServer> {
  const server = await startServer({ world: await smallWorld(), port: 0, ...options })
  servers.push(server)
  return server
}

export const hubOf = ({ url }: RunningServer, path = "/hub?token=bob-token"): string => url.replace("http", "ws") + path

export interface Client {
  readonly socket: WebSocket
  /** All that was received, one element a message. */
  readonly heard: Record<string, unknown>[]
  send(...messages: readonly (object | string)[]): void
  /** The code with which the server closed the connection, as soon as it did. */
  readonly closed: Promise<number>
}

/** Connects without a handshake of the hub. Rejects with the status if the server refuses the upgrade. */
export function connect(url: string, options: ConstructorParameters<typeof WebSocket>[2] = {}): Promise<Client> {
  const socket = new WebSocket(url, options)
  sockets.push(socket)
  const heard: Record<string, unknown>[] = []
  socket.on("message", (data) => {
    for (const text of String(data).split("\x1e").slice(0, -1)) heard.push(JSON.parse(text))
  })
  const closed = new Promise<number>((resolve) => socket.on("close", resolve))
  const send: Client["send"] = (...messages) =>
    socket.send(messages.map((one) => `${typeof one === "string" ? one : JSON.stringify(one)}\x1e`).join(""))
  return new Promise((resolve, reject) => {
    socket.on("open", () => resolve({ socket, heard, closed, send }))
    socket.on("unexpected-response", (_, response) => reject(new Error(`status ${response.statusCode}`)))
    socket.on("error", reject)
  })
}

export const GREETING = { protocol: "json", version: 1 }

/** Connects, and completes the hub's handshake. */
export async function greet(url: string): Promise<Client> {
  const client = await connect(url)
  client.send(GREETING)
  await until(() => {
    if (client.heard.length === 0) throw new Error("no handshake yet")
  })
  client.heard.length = 0
  return client
}
