import type { Timer } from "../../src/ports/index.ts"
import type { HubUser } from "../api/index.ts"
import type { NamedWorld } from "../worlds/index.ts"
import { type Channel, HubConnection } from "./hub-connection.ts"
import { HubWorld } from "./hub-world.ts"
import { UnsentBytes } from "./unsent-bytes.ts"

/** Maximum number of connections of a server, and of one world. */
const MAX_CONNECTIONS = 5_000
export const MAX_CONNECTIONS_OF_WORLD = 2_500
const TICK_MS = 1000
/** Maximum time from the server's stop until all connections are closed. */
const STOP_MS = 200

/** The clock and the timer for pings and for closing silent connections. */
export interface HubTime {
  /** Returns milliseconds of a clock that never goes back. */
  now(): number
  readonly timer: Timer
}

/** The hub's connections to all worlds of a server (hub.md section 1). */
export class Hub {
  readonly #time: HubTime
  readonly #worlds = new Map<NamedWorld, HubWorld>()
  readonly #connections = new Map<HubConnection, HubWorld>()
  readonly #unsent: UnsentBytes
  #cancelTick: (() => void) | undefined

  constructor(time: HubTime) {
    this.#time = time
    this.#unsent = new UnsentBytes({ [Symbol.iterator]: () => this.#connections.keys() })
  }

  /** Returns whether the server and the world can have another connection. */
  hasRoom(named: NamedWorld): boolean {
    const inWorld = this.#worlds.get(named)?.size ?? 0
    return this.#connections.size < MAX_CONNECTIONS && inWorld < MAX_CONNECTIONS_OF_WORLD
  }

  /** Adds a connection. The caller must pass it the frames that arrive, and must call `left` when the channel is closed. */
  open({ named, uId, token }: HubUser, channel: Channel): HubConnection {
    const { version } = named.world
    const now = this.#time.now()
    const connection = new HubConnection({ channel, uId, token, since: version, now, unsent: this.#unsent })
    let world = this.#worlds.get(named)
    if (world === undefined) {
      world = new HubWorld(named, () => this.#time.now())
      this.#worlds.set(named, world)
    }
    world.add(connection)
    this.#connections.set(connection, world)
    this.#cancelTick ??= this.#time.timer.after(TICK_MS, this.#tick)
    return connection
  }

  /** Removes a connection whose channel is closed. */
  left(named: NamedWorld, connection: HubConnection): void {
    connection.terminate()
    this.#connections.delete(connection)
    const world = this.#worlds.get(named)
    world?.remove(connection)
    if (world?.size === 0) {
      world.dispose()
      this.#worlds.delete(named)
    }
    if (this.#connections.size > 0) return
    this.#cancelTick?.()
    this.#cancelTick = undefined
  }

  received(connection: HubConnection, frame: string): void {
    connection.received(frame, this.#time.now())
  }

  receivedBinary(connection: HubConnection): void {
    connection.receivedBinary(this.#time.now())
  }

  /** Terminates all connections soon. Their worlds have already asked the clients to close them. */
  stop(): void {
    this.#time.timer.after(STOP_MS, () => {
      for (const connection of this.#connections.keys()) connection.terminate()
    })
  }

  readonly #tick = (): void => {
    const now = this.#time.now()
    for (const world of this.#worlds.values()) world.checkTokens()
    for (const connection of this.#connections.keys()) connection.tick(now)
    this.#cancelTick = this.#time.timer.after(TICK_MS, this.#tick)
  }
}
