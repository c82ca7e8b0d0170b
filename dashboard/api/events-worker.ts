import type { Followed, StreamMessage } from "./live-event.ts"
import { Stream } from "./stream.ts"

/** One connection to the events of a world. All tabs of a browser that show this world in the same language share it. */

interface Shared {
  readonly stream: Stream
  readonly ports: Set<MessagePort>
}

const streams = new Map<string, Shared>()
const watchedWorlds = new Map<MessagePort, string>()

function leave(port: MessagePort): void {
  const key = watchedWorlds.get(port)
  const shared = key === undefined ? undefined : streams.get(key)
  watchedWorlds.delete(port)
  if (key === undefined || shared === undefined) return
  shared.ports.delete(port)
  if (shared.ports.size > 0) return
  shared.stream.close()
  streams.delete(key)
}

function watch(port: MessagePort, followed: Followed): void {
  leave(port)
  const key = `${followed.lang} ${followed.world}`
  watchedWorlds.set(port, key)
  const known = streams.get(key)
  if (known !== undefined) {
    known.ports.add(port)
    port.postMessage({ type: "state", state: known.stream.state } satisfies StreamMessage)
    return
  }
  const ports = new Set([port])
  streams.set(key, {
    ports,
    stream: new Stream(followed, (message) => {
      for (const each of ports) each.postMessage(message)
    }),
  })
}

addEventListener("connect", (event) => {
  const [port] = (event as MessageEvent).ports
  if (port === undefined) return
  port.onmessage = ({ data }: MessageEvent<Followed | null>) => (data === null ? leave(port) : watch(port, data))
})
