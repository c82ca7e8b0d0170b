import type { Entry } from "har-format"
import type { HarWriter } from "../har/har-writer.ts"
import type { HarEntry } from "../har/read-har.ts"
import { exchangeEntry, type RecordedTraffic } from "./exchange-entry.ts"
import { redactEntry } from "./redact-entry.ts"
import { Secrets } from "./secrets.ts"
import { TokenUsers } from "./token-users.ts"

/** A request in the recording. */
export interface RecordedRequest {
  readonly method: string
  readonly url: string
  readonly status: number
}

export interface TrafficListener {
  /** Called with each recorded request. */
  readonly onRecorded?: (call: RecordedRequest) => void
  /** Called if the file can't be written, after which the proxy must be closed. */
  readonly onFailure?: (error: Error) => void
}

/** Number of requests that may wait to be written. Further requests are passed on later. */
const MAX_WAITING_REQUESTS = 1000

/** Writes requests to a HAR file in the order in which they ended. */
export class TrafficLog {
  recorded = 0
  readonly #writer: HarWriter
  readonly #listener: TrafficListener
  readonly #secrets = new Secrets()
  readonly #users = new TokenUsers()
  #waiting = 0
  #last: Promise<void> = Promise.resolve()

  constructor(writer: HarWriter, listener: TrafficListener) {
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

  /** Returns a text without the secrets that are known so far. */
  shown(url: string): string {
    return this.#secrets.url(url, "")
  }

  async #write(traffic: RecordedTraffic): Promise<void> {
    const made = (await exchangeEntry(traffic)) as Entry & HarEntry
    const user = await this.#users.userOf(made)
    const entry = await redactEntry(user === undefined ? made : { ...made, _user: user }, this.#secrets)
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
