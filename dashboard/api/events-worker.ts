import type { StreamMessage } from "./live-event.ts"
import { Stream } from "./stream.ts"

/** One connection to the events of a world. All tabs of a browser that show this world share it. */

interface Shared {
  readonly stream: Stream
  readonly ports: Set<MessagePort>
}

const worlds = new Map<string, Shared>()
const watched = new Map<MessagePort, string>()

function leave(port: MessagePort): void {
  const world = watched.get(port)
  const shared = world === undefined ? undefined : worlds.get(world)
  watched.delete(port)
  if (world === undefined || shared === undefined) return
  shared.ports.delete(port)
  if (shared.ports.size > 0) return
  shared.stream.close()
  worlds.delete(world)
}

function watch(port: MessagePort, world: string): void {
  leave(port)
  watched.set(port, world)
  const known = worlds.get(world)
  if (known !== undefined) {
    known.ports.add(port)
    port.postMessage({ type: "state", state: known.stream.state } satisfies StreamMessage)
    return
  }
  const ports = new Set([port])
  worlds.set(world, {
    ports,
    stream: new Stream(world, (message) => {
      for (const each of ports) each.postMessage(message)
    }),
  })
}

addEventListener("connect", (event) => {
  const [port] = (event as MessageEvent).ports
  if (port === undefined) return
  port.onmessage = ({ data }: MessageEvent<string | null>) => (data === null ? leave(port) : watch(port, data))
})
