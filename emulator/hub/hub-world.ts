import type { Change } from "../../src/state/index.ts"
import { nextTurn } from "../wire/index.ts"
import type { NamedWorld } from "../worlds/index.ts"
import { userOfToken } from "./admission.ts"
import { Audience } from "./audience.ts"
import type { HubConnection } from "./hub-connection.ts"
import { type ItemEvent, isForAuthor, itemEventsOf } from "./item-events.ts"
import { ItemMessage } from "./item-message.ts"
import { CLOSE, CLOSE_AND_RECONNECT } from "./messages.ts"
import { MAX_UNSENT_BYTES } from "./unsent-bytes.ts"

/** Maximum number of receivers and events that are handled in one turn of the event loop. */
const STEPS_A_TURN = 200
/** Maximum number of events that wait in one world. */
const MAX_WAITING = 100_000

/** The connections to one world. Reports the world's commits to them, and closes them when the world or their token ends. */
export class HubWorld {
  readonly #named: NamedWorld
  readonly #now: () => number
  readonly #connections = new Set<HubConnection>()
  readonly #audience = new Audience()
  #waiting: ItemEvent[] = []
  #isReporting = false
  #clock: unknown
  readonly #ends: readonly (() => void)[]

  constructor(named: NamedWorld, now: () => number) {
    this.#named = named
    this.#now = now
    this.#clock = named.world.state.scalars.clock
    const closed = named.log.closed
    closed.addEventListener("abort", this.#closeAll)
    this.#ends = [
      named.world.onChange((change) => this.#changed(change), this.#closeAll),
      () => closed.removeEventListener("abort", this.#closeAll),
    ]
  }

  get size(): number {
    return this.#connections.size
  }

  add(connection: HubConnection): void {
    this.#connections.add(connection)
    this.#audience.add(connection)
  }

  remove(connection: HubConnection): void {
    this.#connections.delete(connection)
    this.#audience.remove(connection)
  }

  /** Stops listening to the world. */
  dispose(): void {
    for (const end of this.#ends) end()
    this.#waiting = []
  }

  /** Closes the connections whose token has expired or is revoked. */
  checkTokens(): void {
    const isValid = (connection: HubConnection) => userOfToken(this.#named, connection.token) === connection.uId
    for (const connection of this.#connections) if (!isValid(connection)) connection.close(CLOSE, this.#now())
  }

  readonly #closeAll = (): void => {
    this.#waiting = []
    for (const connection of this.#connections) connection.close(CLOSE_AND_RECONNECT, this.#now())
  }

  #changed(change: Change): void {
    const { clock } = change.scalars
    const isRevoking = change.patches.some(({ table, after }) => table === "tokens" && after === undefined)
    if (isRevoking || clock !== this.#clock) this.checkTokens()
    this.#clock = clock
    this.#waiting.push(...itemEventsOf(change, this.#named.world.view()))
    // Clients must read the items again after they missed events. Closing their connections tells them.
    if (this.#waiting.length > MAX_WAITING) this.#closeAll()
    if (!this.#isReporting && this.#waiting.length > 0) void this.#reportAll()
  }

  /** Reports the waiting events in turns of the event loop, so that requests are answered between them. */
  async #reportAll(): Promise<void> {
    this.#isReporting = true
    await nextTurn()
    let left = STEPS_A_TURN
    for (const _ of this.#report()) {
      left -= 1
      if (left > 0) continue
      await nextTurn()
      left = STEPS_A_TURN
    }
    this.#isReporting = false
  }

  /** Reports the waiting events. Yields after each event and after each of its receivers. */
  *#report(): Generator<void> {
    while (this.#waiting.length > 0) {
      const events = this.#waiting
      this.#waiting = []
      for (const event of events) {
        yield
        yield* this.#reportOne(event)
      }
    }
  }

  *#reportOne(event: ItemEvent): Generator<void> {
    const view = this.#named.world.view()
    const datastore = view.get("datastores", event.item.dId)
    if (datastore === undefined) return
    const message = new ItemMessage(view, event, datastore)
    for (const receiver of this.#audience.receiversOf(view, datastore, event.item)) {
      yield
      if (receiver === undefined || (receiver.uId === event.uId && !isForAuthor(event))) continue
      const text = message.textFor(receiver.uId)
      // The message is too long for every connection.
      if (text.length > MAX_UNSENT_BYTES) continue
      for (const connection of receiver.connections) if (connection.since < event.version) connection.notify(text)
    }
  }
}
