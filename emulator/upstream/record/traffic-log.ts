import type { Entry } from "har-format"
import { type SecretRoom, Secrets } from "../../../src/insight/index.ts"
import type { HarWriter } from "../har/har-writer.ts"
import type { HarEntry } from "../har/read-har.ts"
import { exchangeEntry, type RecordedTraffic } from "./exchange-entry.ts"
import { redactEntry } from "./redact-entry.ts"
import { TokenUsers } from "./token-users.ts"

/** A request in the recording. */
export interface RecordedRequest {
  readonly method: string
  readonly url: string
  readonly status: number
}

/** A request that was passed on, but is not in the recording. */
export interface MissedRequest {
  readonly method: string
  readonly url: string
  /** The reason, as the end of a sentence. */
  readonly why: string
}

export interface TrafficListener {
  /** Called with each request that is not recorded. */
  readonly onMissed?: (call: MissedRequest) => void
  /** Called with each recorded request. */
  readonly onRecorded?: (call: RecordedRequest) => void
  /** Called if the file can't be written, after which the proxy must be closed. */
  readonly onFailure?: (error: Error) => void
}

/** The recorder remembers this many secrets, so that each has one placeholder in the whole recording. */
export const MAX_SECRETS: SecretRoom = { secrets: 100_000, characters: 33_554_432 }

/** Number of requests that may wait to be written. Further requests are passed on later. */
const MAX_WAITING_REQUESTS = 1000

/** Writes requests to a HAR file in the order in which they ended. */
export class TrafficLog {
  recorded = 0
  readonly #writer: HarWriter
  readonly #listener: TrafficListener
  readonly #secrets: Secrets
  readonly #users = new TokenUsers()
  #waiting = 0
  #last: Promise<void> = Promise.resolve()

  constructor(writer: HarWriter, listener: TrafficListener, room: SecretRoom = MAX_SECRETS) {
    this.#secrets = new Secrets(room)
    this.#writer = writer
    this.#listener = listener
  }

  /** Resolves when another request may be passed on. */
  async room(): Promise<void> {
    while (this.#waiting >= MAX_WAITING_REQUESTS) await this.#last
  }

  /** Adds a request. `written` is called when it is in the file, or can't be written. */
  add(traffic: RecordedTraffic, written: () => void): void {
    this.#waiting += 1
    this.#last = this.#last
      .then(() => this.#write(traffic))
      .catch((error: unknown) => this.#listener.onFailure?.(error as Error))
      .then(() => {
        this.#waiting -= 1
        written()
      })
  }

  /** Reports a request that is not recorded. Its URL is shown without secrets. */
  miss({ method, url, why }: MissedRequest): void {
    this.#listener.onMissed?.({ method, url: this.#secrets.url(url, ""), why })
  }

  async #write(traffic: RecordedTraffic): Promise<void> {
    const made = (await exchangeEntry(traffic)) as Entry & HarEntry
    const user = await this.#users.userOf(made)
    const secrets = this.#secrets
    const { forgotten } = secrets
    const entry = await redactEntry(user === undefined ? made : { ...made, _user: user }, secrets)
    if (secrets.forgotten > forgotten) {
      // Two secrets with one placeholder could not be told apart, and the secret could be in later responses.
      this.miss({ method: traffic.method, url: traffic.url, why: "its secrets are too many" })
      return
    }
    await this.#writer.append(entry)
    this.recorded += 1
    this.#listener.onRecorded?.({ method: traffic.method, url: entry.request.url, status: traffic.status })
  }

  /** Resolves when all requests are in the file. */
  async settle(): Promise<void> {
    await this.#last
    await this.#writer.close()
  }
}
