import { type Control, ControlError, createControl } from "../../emulator/client/control-client.ts"
import type { ControlRoutes } from "../../emulator/control/index.ts"

type Answer<R extends keyof ControlRoutes> = ControlRoutes[R]["answer"]
type Clock = Answer<"GET /worlds/:w/clock">
export type Request = Answer<"GET /worlds/:w/requests">["requests"][number]

/** What the toolbar knows about a world. */
export interface Facts {
  readonly worlds: readonly string[]
  /** References to the world's users. */
  readonly users: readonly string[]
  /** The clock, and the value of `performance.now()` when it was read. */
  readonly clock?: Clock & { readonly readAt: number }
  readonly last?: Request
  readonly refused?: Request
  /** Number of refused requests since the page was loaded. */
  readonly refusals: number
}

interface Listener {
  /** Facts have changed, in some cases by a request. */
  changed(request?: Request): void
  /** The world has other content, or may have it, because events were missed. */
  replaced(): void
  /** The world does not exist. */
  gone(): void
  /** The control plane did not respond, or refused with this reason. */
  failed(reason: string | undefined): void
}

const RETRY_MS = 2000
const NOT_FOUND_STATUS = 404

/** Reads a world over the control plane and follows its events, but only while the page is visible. */
export class FollowedWorld {
  readonly name: string
  readonly control: Control
  readonly #listener: Listener
  readonly #closing = new AbortController()
  #following: AbortController | undefined
  facts: Facts = { worlds: [], users: [], refusals: 0 }

  constructor(name: string, listener: Listener) {
    this.name = name
    this.control = createControl({ url: location.origin, world: name })
    this.#listener = listener
    document.addEventListener("visibilitychange", () => this.#follow(), { signal: this.#closing.signal })
    this.#follow()
  }

  close(): void {
    this.#closing.abort()
    this.#following?.abort()
  }

  #follow(): void {
    this.#following?.abort()
    this.#following = undefined
    if (document.hidden) return
    this.#following = new AbortController()
    void this.#run(this.#following.signal)
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        for await (const { event, data } of this.control.streamEvents({ kinds: "request,clock,world" }, { signal })) {
          if (event === "hello" || event === "world") await this.#read(signal)
          this.#listener.changed(this.#take(event, data))
        }
      } catch (error) {
        if (signal.aborted) return
        const isRefusal = error instanceof ControlError
        if (isRefusal && error.status === NOT_FOUND_STATUS) return this.#listener.gone()
        this.#listener.failed(isRefusal ? error.message : undefined)
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }

  /** Reads everything, after the stream has begun, so that no event is missed. */
  async #read(signal: AbortSignal): Promise<void> {
    const { control } = this
    const list = { limit: 1, bodies: "0" } as const
    const [{ worlds }, { users }, clock, { requests }, { requests: refused }] = await Promise.all([
      control.listWorlds({}, { signal }),
      control.listUsers({}, { signal }),
      control.getClock({}, { signal }),
      control.listRequests(list, { signal }),
      control.listRequests({ ...list, outcome: "refused" }, { signal }),
    ])
    this.facts = {
      refusals: this.facts.refusals,
      worlds: worlds.map(({ name }) => name),
      users: users.map(({ user }) => user),
      clock: { ...clock, readAt: performance.now() },
      ...(requests[0] === undefined ? {} : { last: requests[0] }),
      ...(refused[0] === undefined ? {} : { refused: refused[0] }),
    }
    this.#listener.replaced()
  }

  /** Applies an event. Returns the request of a client, if it is one. */
  #take(event: string, data: unknown): Request | undefined {
    if (event === "clock") this.facts = { ...this.facts, clock: { ...(data as Clock), readAt: performance.now() } }
    if (event !== "request" || (data as Request).cause !== undefined) return undefined
    const request = data as Request
    const isRefused = request.status >= 400 && request.status < 500
    const refusal = isRefused ? { refused: request, refusals: this.facts.refusals + 1 } : {}
    this.facts = { ...this.facts, last: request, ...refusal }
    return request
  }

  /** The number of refused requests was shown. */
  forgetRefusals(): void {
    this.facts = { ...this.facts, refusals: 0 }
  }
}
