import { connect } from "node:net"
import { WebSocket } from "ws"
import type { Try } from "./suites.ts"
import { type Attacked, exchange } from "./target.ts"

const TOKEN = "ada-fixed-token-1"
const GREETING = '{"protocol":"json","version":1}\x1e'
const PATIENCE_MS = 20_000

const hubOf = ({ url }: Attacked, token = TOKEN): string => `${url.replace("http", "ws")}/hub?token=${token}`

/** Opens a connection. Resolves to undefined if the server refuses it. */
const open = (target: Attacked, token?: string): Promise<WebSocket | undefined> =>
  new Promise((resolve) => {
    const socket = new WebSocket(hubOf(target, token), { perMessageDeflate: false })
    socket.on("open", () => resolve(socket))
    socket.on("error", () => resolve(undefined))
  })

/** Resolves to whether the server ends the connection in time. */
const isEnded = (socket: WebSocket): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      socket.terminate()
      resolve(false)
    }, PATIENCE_MS)
    socket.on("close", () => {
      clearTimeout(timer)
      resolve(true)
    })
  })

const FRAMES: readonly (string | Buffer)[] = [
  "no JSON\x1e",
  '{"type":6}',
  "\x1e".repeat(60_000),
  `${"[".repeat(30_000)}\x1e`,
  `{"type":6,"x":"${"x".repeat(40_000)}"}\x1e`,
  "x".repeat(200_000),
  `{"protocol":"json","version":1,"__proto__":{"polluted":1}}\x1e[]\x1e`,
  Buffer.from([1, 2, 3]),
  Buffer.alloc(1_000_000),
]

/** Frames that end a connection, before and after the handshake. */
const frames = FRAMES.flatMap((frame) =>
  ["", GREETING].map(
    (greeting): Try =>
      async (target) => {
        const socket = await open(target)
        if (socket === undefined) return "the hub refused a connection"
        const ended = isEnded(socket)
        if (greeting !== "") socket.send(greeting)
        socket.send(frame, { binary: typeof frame !== "string" })
        return (await ended) ? undefined : `the connection survived ${JSON.stringify(String(frame).slice(0, 40))}`
      },
  ),
)

/** Invocations of a client that reads no response. */
const unread: Try = async (target) => {
  const socket = await open(target)
  if (socket === undefined) return "the hub refused a connection"
  const ended = isEnded(socket)
  socket.pause()
  socket.send(GREETING)
  const invocation = `{"type":1,"invocationId":"${"x".repeat(1000)}","target":"x","arguments":[]}\x1e`
  const frame = invocation.repeat(50)
  // The system's buffers take some megabytes before the server has unsent bytes.
  let count = 0
  while (count < 600 && socket.readyState === WebSocket.OPEN) {
    await new Promise<void>((resolve) => socket.send(frame, () => resolve()))
    count += 1
  }
  socket.resume()
  return (await ended) ? undefined : "a client that reads nothing stayed connected"
}

/** Many small messages and pings, all at once. */
const flood: Try = async (target) => {
  const sockets = await Promise.all(Array.from({ length: 20 }, () => open(target)))
  for (const socket of sockets) {
    socket?.send(GREETING)
    for (let count = 0; count < 2000; count += 1) socket?.send('{"type":6}\x1e')
    for (let count = 0; count < 500; count += 1) socket?.ping()
    socket?.send('{"type":6}\x1e'.repeat(5000))
  }
  await Promise.all(
    sockets.map((socket) => new Promise((resolve) => socket?.ping("last", true, resolve) ?? resolve(undefined))),
  )
  for (const socket of sockets) socket?.terminate()
  return undefined
}

/** Hundreds of connections that never send a handshake. */
const crowd: Try = async (target) => {
  const sockets = await Promise.all(Array.from({ length: 400 }, () => open(target)))
  const refused = sockets.filter((socket) => socket === undefined).length
  for (const socket of sockets) socket?.terminate()
  return refused === 0 ? undefined : `${refused} connections were refused`
}

/** Upgrades with tokens that are missing, foreign or hostile. */
const strangers: Try = async (target) => {
  const tokens = ["", "undefined", "__proto__", "%", "%zz", "%00", "a".repeat(10_000), "+", "ada-fixed-token-1%20"]
  const sockets = await Promise.all(tokens.flatMap((token) => [open(target, token), open(target, token)]))
  return sockets.every((socket) => socket === undefined) ? undefined : "a bad token was accepted"
}

const upgrade = (...lines: readonly string[]) =>
  ["GET /hub?token=ada-fixed-token-1 HTTP/1.1", ...lines, "Connection: Upgrade", "", ""].join("\r\n")
const SOCKET = ["Upgrade: websocket", "Sec-WebSocket-Version: 13"]
const HIDDEN_REQUEST =
  "POST /_hexarium/worlds HTTP/1.1\r\nHost: localhost\r\nX-Hexarium: 1\r\nContent-Length: 0\r\n\r\n"

/** Upgrades that are malformed, have a strange host, or carry another request. */
const RAW_REQUESTS: readonly string[] = [
  upgrade("Host: evil.example", ...SOCKET, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="),
  upgrade("Host: localhost", "Host: localhost", ...SOCKET, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="),
  upgrade("Host: localhost", "Upgrade: websocket"),
  upgrade("Host: localhost", ...SOCKET, "Sec-WebSocket-Key: short"),
  upgrade("Host: localhost", "Upgrade: websocket", "Sec-WebSocket-Version: 99", "Sec-WebSocket-Key: short"),
  upgrade("Host: localhost", ...SOCKET, "Content-Length: 5") + HIDDEN_REQUEST,
  `GET //evil.example/hub HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
]

const raw = RAW_REQUESTS.map(
  (bytes): Try =>
    async ({ url }) => {
      const heard = await exchange(url, bytes, 300)
      return /^HTTP\/1\.1 101|"parent":/.test(heard) ? `${JSON.stringify(bytes.slice(0, 120))} was accepted` : undefined
    },
)

/** Connections that send garbage instead of frames once they are open. */
const garbage: Try = async ({ url }) => {
  const head = upgrade("Host: localhost", ...SOCKET, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==")
  const ended = await new Promise<boolean>((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(head))
    const timer = setTimeout(() => {
      socket.destroy()
      resolve(false)
    }, PATIENCE_MS)
    socket.on("data", () => socket.write("\x81\x85GET / HTTP/1.1\r\n\r\n".repeat(100), "latin1"))
    socket.on("error", () => {})
    socket.on("close", () => {
      clearTimeout(timer)
      resolve(true)
    })
  })
  return ended ? undefined : "garbage did not end the connection"
}

export const hubTries: readonly Try[] = [...frames, unread, flood, crowd, strangers, ...raw, garbage]
