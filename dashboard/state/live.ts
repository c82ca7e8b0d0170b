import { effect, signal } from "@preact/signals"
import type { Connection, Followed, LiveEvent, StreamMessage } from "../api/live-event.ts"
import { Stream } from "../api/stream.ts"
import { language, languageOfNames } from "../language.ts"
import { surroundings } from "../surroundings.ts"
import { worldName } from "./address.ts"

/** State of the connection for events of the shown world. */
export const connection = signal<Connection>("connecting")

/** Increased by 1 when events may have been missed. Views then read their data again. */
export const missedEvents = signal(0)

/** Makes all views read their data again, after this page has changed something. */
export function refresh(): void {
  missedEvents.value += 1
}

type Listener = (events: readonly LiveEvent[]) => void

const listeners = new Set<Listener>()

/** Calls `listener` with events of the shown world. Returns an unsubscribe function. */
export function onEvents(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function hear(message: StreamMessage): void {
  if (message.type === "events") {
    for (const listener of listeners) listener(message.events)
    return
  }
  if (message.state === "live" && (connection.peek() === "lost" || connection.peek() === "gone"))
    missedEvents.value += 1
  connection.value = message.state
}

interface Following {
  follow(followed: Followed): void
  leave(): void
}

/** Connects to events through the worker that all tabs share. Browsers without shared workers use their own stream. */
function follower(listener: (message: StreamMessage) => void): Following {
  const { eventsWorker } = surroundings
  if (typeof SharedWorker === "undefined" || eventsWorker === undefined) {
    let stream: Stream | undefined
    return {
      follow: (wanted) => {
        stream?.close()
        stream = new Stream(wanted, listener)
      },
      leave: () => stream?.close(),
    }
  }
  const { port } = new SharedWorker(eventsWorker, { type: "module", name: "hexarium-events" })
  port.onmessage = ({ data }: MessageEvent<StreamMessage>) => listener(data)
  let followed: Followed | null = null
  const post = (wanted: Followed | null) => {
    followed = wanted
    port.postMessage(wanted)
  }
  const onHide = () => port.postMessage(null)
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted || followed === null) return
    port.postMessage(followed)
    missedEvents.value += 1
  }
  addEventListener("pagehide", onHide)
  addEventListener("pageshow", onShow)
  return {
    follow: post,
    leave: () => {
      removeEventListener("pagehide", onHide)
      removeEventListener("pageshow", onShow)
      post(null)
      port.close()
    },
  }
}

export function followWorld(): void {
  const following = follower(hear)
  effect(() => {
    connection.value = "connecting"
    void language.value
    following.follow({ world: worldName.value, lang: languageOfNames() })
  })
  let shown = language.peek()
  language.subscribe((selected) => {
    if (selected === shown) return
    shown = selected
    refresh()
  })
}

/**
 * Also subscribes to events of `main`, which report that other worlds were created, deleted or replaced. Returns an unsubscribe function.
 */
export function followWorlds(): () => void {
  let wasLost = false
  const following = follower((message) => {
    if (message.type === "state") {
      if (message.state === "live" && wasLost) refresh()
      wasLost = message.state === "lost"
      return
    }
    const events = message.events.filter(({ kind }) => kind === "world")
    if (events.length === 0) return
    for (const listener of listeners) listener(events)
  })
  following.follow({ world: "main", lang: languageOfNames() })
  return () => following.leave()
}
