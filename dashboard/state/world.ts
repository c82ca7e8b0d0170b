import { computed, effect, signal } from "@preact/signals"
import { type AnswerTo, ask, ControlError } from "../api/control.ts"
import { shownVersion } from "../shown-version.ts"
import { worldName } from "./address.ts"
import { connection, missedEvents, onEvents } from "./live.ts"
import { isUndoName } from "./undo-names.ts"

/** The shown world. Undefined until it has been read, or if it does not exist. */
export const world = signal<AnswerTo<"GET /worlds/:w"> | undefined>(undefined)

export const clock = signal<
  { readonly now: number; readonly mode: AnswerTo<"GET /worlds/:w/clock">["mode"]; readonly toldAt: number } | undefined
>(undefined)

export const worlds = signal<AnswerTo<"GET /worlds">["worlds"]>([])

/** False once the server has reported that the world does not exist. */
export const isThere = signal(true)

export const isReachable = signal(true)

const PAUSE_MS = 500
const NOT_FOUND = 404

let pendingTimer: ReturnType<typeof setTimeout> | undefined

export async function readWorld(): Promise<void> {
  clearTimeout(pendingTimer)
  pendingTimer = undefined
  const [name, version] = [worldName.peek(), shownVersion.peek()]
  try {
    const [all, time] = await Promise.all([
      ask("GET /worlds", {}),
      ask("GET /worlds/:w/clock", { params: { w: name } }).catch((error: unknown) => {
        if (error instanceof ControlError && error.status === NOT_FOUND) return undefined
        throw error
      }),
    ])
    isReachable.value = true
    // Copies of deleted worlds exist only for undo.
    worlds.value = all.worlds.filter((one) => !isUndoName(one.name))
    if (name !== worldName.peek() || version !== shownVersion.peek()) return
    world.value = all.worlds.find((each) => each.name === name)
    clock.value = time && { now: Date.parse(time.now), mode: time.mode, toldAt: performance.now() }
    isThere.value = world.value !== undefined
  } catch (error) {
    isReachable.value = !(error instanceof ControlError && error.status === 0)
  }
}

/** Returns the world's current time in milliseconds. Between two reads of the clock, it advances unless the clock is frozen. */
export function worldNow(): number {
  const { value } = clock
  if (value === undefined) return Date.now()
  return value.mode === "frozen" ? value.now : value.now + performance.now() - value.toldAt
}

export const clockMode = computed(() => clock.value?.mode)

/** Keeps these signals up to date with the server. */
export function keepWorld(): void {
  effect(() => {
    void worldName.value
    void shownVersion.value
    world.value = undefined
    clock.value = undefined
    isThere.value = true
    void readWorld()
  })
  const soon = () => {
    pendingTimer ??= setTimeout(() => void readWorld(), PAUSE_MS)
  }
  onEvents(soon)
  connection.subscribe((state) => {
    if (state === "lost" || state === "gone") void readWorld()
  })
  missedEvents.subscribe((times) => {
    if (times > 0) void readWorld()
  })
}
