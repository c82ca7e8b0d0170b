import { once } from "node:events"
import { createConnection, createServer, type Socket } from "node:net"

/** A proxy between a client and a server that simulates network failures. */
export interface CuttingProxy {
  readonly port: number
  /** Cuts all connections. Data in transit in either direction is lost. */
  cut(): void
  /** Blocks all data and refuses new connections until `mend`. */
  part(): void
  mend(): void
  /** Delays data in both directions by this many milliseconds. */
  slow(ms: number): void
  /** Number of connections so far. */
  readonly connections: number
  close(): Promise<void>
}

/** Starts a proxy that forwards a loopback port to `target`. */
export async function startProxy(target: number): Promise<CuttingProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let isParted = false
  let delay = 0
  let connections = 0
  const server = createServer((near) => {
    if (isParted) {
      near.destroy()
      return
    }
    connections += 1
    const far = createConnection(target, "127.0.0.1")
    const pair = [near, far] as const
    pairs.add(pair)
    forward(near, far)
    forward(far, near)
    for (const [one, other] of [pair, [far, near]] as const) {
      one.setNoDelay(true)
      one.on("error", () => one.destroy())
      one.on("close", () => {
        pairs.delete(pair)
        other.destroy()
      })
    }
  })
  const forward = (from: Socket, to: Socket) => {
    from.on("data", (bytes) => {
      if (isParted) return
      if (delay === 0) to.write(bytes)
      else setTimeout(() => to.writable && to.write(bytes), delay)
    })
    from.on("end", () => to.end())
  }
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the proxy has no port")
  const cut = () => {
    for (const [near, far] of pairs) {
      near.destroy()
      far.destroy()
    }
  }
  return {
    port: address.port,
    cut,
    part: () => {
      isParted = true
    },
    mend: () => {
      isParted = false
      cut()
    },
    slow: (ms) => {
      delay = ms
    },
    get connections() {
      return connections
    },
    async close() {
      cut()
      server.close()
      await once(server, "close")
    },
  }
}
