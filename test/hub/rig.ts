import { Hub } from "../../emulator/hub/hub.ts"
import { nextTurn } from "../../emulator/wire/index.ts"
import type { NamedWorld, Worlds } from "../../emulator/worlds/index.ts"
import { requireUser } from "../../src/people/index.ts"

interface Alarm {
  readonly at: number
  readonly ring: () => void
}

/** Time that passes only by `pass`. */
export class TestTime {
  #now = 0
  #alarms: Alarm[] = []

  readonly timer = {
    after: (ms: number, ring: () => void) => {
      const alarm = { at: this.#now + ms, ring }
      this.#alarms.push(alarm)
      return () => {
        this.#alarms = this.#alarms.filter((one) => one !== alarm)
      }
    },
  }

  /** Number of callbacks that wait. */
  get waiting(): number {
    return this.#alarms.length
  }

  now = (): number => this.#now

  pass(seconds: number): void {
    const end = this.#now + seconds * 1000
    for (;;) {
      const [next] = this.#alarms.filter(({ at }) => at <= end).sort((left, right) => left.at - right.at)
      if (next === undefined) break
      this.#alarms = this.#alarms.filter((one) => one !== next)
      this.#now = next.at
      next.ring()
    }
    this.#now = end
  }
}

export type Heard = Readonly<Record<string, unknown>>

/** A client without a socket. */
export class TestClient {
  readonly heard: Heard[] = []
  /** How the server ended the connection; undefined while it is open. */
  ended: "closed" | "terminated" | undefined
  /** If false, the client reads nothing: texts stay unsent. */
  isReading = true
  readonly #unsent: (() => void)[] = []
  readonly #receive: (frame: string) => void

  constructor(hub: Hub, named: NamedWorld, uId: string, token: string) {
    const connection = hub.open(
      { named, uId: uId as never, token },
      {
        send: (text, sent) => {
          for (const message of text.split("\x1e").slice(0, -1)) this.heard.push(JSON.parse(message) as Heard)
          if (this.isReading) queueMicrotask(sent)
          else this.#unsent.push(sent)
          return Buffer.byteLength(text)
        },
        close: () => {
          this.ended ??= "closed"
        },
        terminate: () => {
          if (this.ended === "terminated") return
          this.ended = "terminated"
          queueMicrotask(() => hub.left(named, connection))
        },
      },
    )
    this.leave = () => hub.left(named, connection)
    this.#receive = (frame) => hub.received(connection, frame)
    this.sendBinary = () => hub.receivedBinary(connection)
  }

  readonly leave: () => void
  readonly sendBinary: () => void

  /** Reads all texts that are unsent. */
  read(): void {
    for (const sent of this.#unsent.splice(0)) sent()
  }

  frame(text: string): void {
    this.#receive(text)
  }

  send(...messages: readonly (object | string)[]): void {
    this.frame(messages.map((one) => `${typeof one === "string" ? one : JSON.stringify(one)}\x1e`).join(""))
  }

  /** The messages of the events that were received. */
  get events(): Heard[] {
    return this.heard.flatMap(({ type, arguments: given }) => (type === 1 ? (given as Heard[]) : []))
  }

  get targets(): string[] {
    return this.heard.flatMap(({ type, target }) => (type === 1 ? [String(target)] : []))
  }
}

export class Rig {
  readonly time = new TestTime()
  readonly hub = new Hub(this.time)
  readonly worlds: Worlds
  readonly named: NamedWorld

  constructor(worlds: Worlds, named = worlds.main) {
    this.worlds = worlds
    this.named = named
  }

  /** Connects a user of the small world, without a handshake: `bob` is bob@acme.test. */
  connect(name: string): TestClient {
    return this.connectTo(this.named, name)
  }

  connectTo(named: NamedWorld, name: string): TestClient {
    return new TestClient(this.hub, named, uIdOf(named, name), `${name}-token`)
  }

  connectWith(name: string, token: string): TestClient {
    return new TestClient(this.hub, this.named, uIdOf(this.named, name), token)
  }

  greet(name: string): TestClient {
    const client = this.connect(name)
    client.send({ protocol: "json", version: 1 })
    client.heard.length = 0
    return client
  }
}

const uIdOf = ({ world }: NamedWorld, name: string) =>
  requireUser(world.view(), name === "olga" ? "olga@globex.test" : `${name}@acme.test`).uId

/** Resolves when the hub has sent all events of the commits so far. */
export async function waitUntilSent(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await nextTurn()
}
