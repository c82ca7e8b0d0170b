import { effect, signal } from "@preact/signals"
import type { Connection, LiveEvent, Told } from "../api/live-event.ts"
import { Stream } from "../api/stream.ts"
import { surroundings } from "../surroundings.ts"
import { worldName } from "./address.ts"

/** How it stands with the events of the world. */
export const connection = signal<Connection>("connecting")

/** Counts up whenever events may have been missed: what is shown is asked for again. */
export const missed = signal(0)

/** What is shown is asked for again, since this page changed something. */
export function refresh(): void {
  missed.value += 1
}

type Listener = (events: readonly LiveEvent[]) => void

const listeners = new Set<Listener>()

/** Hears of what happens in the world that is looked at. The answer ends it. */
export function onEvents(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function hear(told: Told): void {
  if (told.type === "events") {
    for (const listener of listeners) listener(told.events)
    return
  }
  if (told.state === "live" && (connection.peek() === "lost" || connection.peek() === "gone")) missed.value += 1
  connection.value = told.state
}

/** Begins to follow the world of the address, over the worker that all tabs share where browsers have one. */
export function followWorld(): void {
  const { eventsWorker } = surroundings
  if (typeof SharedWorker === "undefined" || eventsWorker === undefined) {
    effect(() => {
      connection.value = "connecting"
      const stream = new Stream(worldName.value, hear)
      return () => stream.close()
    })
    return
  }
  const { port } = new SharedWorker(eventsWorker, { type: "module", name: "hexarium-events" })
  port.onmessage = ({ data }: MessageEvent<Told>) => hear(data)
  effect(() => {
    connection.value = "connecting"
    port.postMessage(worldName.value)
  })
  addEventListener("pagehide", () => port.postMessage(null))
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return
    port.postMessage(worldName.peek())
    missed.value += 1
  })
}
