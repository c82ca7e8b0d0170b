import { computed, effect, signal } from "@preact/signals"
import { type AnswerTo, ask, ControlError } from "../api/control.ts"
import { worldName } from "./address.ts"
import { connection, missed, onEvents } from "./live.ts"

/** The world of the address as it was last told; undefined until it is, and when there is none. */
export const world = signal<AnswerTo<"GET /worlds/:w"> | undefined>(undefined)

/** Its clock, and when by this machine's time it was told. */
export const clock = signal<
  { readonly now: number; readonly mode: AnswerTo<"GET /worlds/:w/clock">["mode"]; readonly toldAt: number } | undefined
>(undefined)

/** All worlds of the server. */
export const worlds = signal<AnswerTo<"GET /worlds">["worlds"]>([])

/** False once the server said that there is no such world. */
export const isThere = signal(true)

/** False while the server does not answer. */
export const isReachable = signal(true)

const PAUSE_MS = 500
const NOT_FOUND = 404

let pending: ReturnType<typeof setTimeout> | undefined

/** Reads the world of the address, its clock and the other worlds. */
export async function readWorld(): Promise<void> {
  clearTimeout(pending)
  pending = undefined
  const name = worldName.peek()
  try {
    const [all, time] = await Promise.all([
      ask("GET /worlds", {}),
      ask("GET /worlds/:w/clock", { params: { w: name } }).catch((error: unknown) => {
        if (error instanceof ControlError && error.status === NOT_FOUND) return undefined
        throw error
      }),
    ])
    isReachable.value = true
    worlds.value = all.worlds
    if (name !== worldName.peek()) return
    world.value = all.worlds.find((each) => each.name === name)
    clock.value = time && { now: Date.parse(time.now), mode: time.mode, toldAt: performance.now() }
    isThere.value = world.value !== undefined
  } catch (error) {
    isReachable.value = !(error instanceof ControlError && error.status === 0)
  }
}

/** What the world's clock says now, in milliseconds. It goes on by itself unless it is frozen. */
export function worldNow(): number {
  const { value } = clock
  if (value === undefined) return Date.now()
  return value.mode === "frozen" ? value.now : value.now + performance.now() - value.toldAt
}

export const clockMode = computed(() => clock.value?.mode)

/** Keeps all this as it is on the server. */
export function keepWorld(): void {
  effect(() => {
    void worldName.value
    world.value = undefined
    clock.value = undefined
    isThere.value = true
    void readWorld()
  })
  const soon = () => {
    pending ??= setTimeout(() => void readWorld(), PAUSE_MS)
  }
  onEvents(soon)
  connection.subscribe((state) => {
    if (state === "lost" || state === "gone") void readWorld()
  })
  missed.subscribe((times) => {
    if (times > 0) void readWorld()
  })
}
