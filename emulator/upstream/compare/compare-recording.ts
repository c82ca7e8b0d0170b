import { Secrets } from "../../../src/insight/index.ts"
import { Unifier } from "../../insight/index.ts"
import type { HarEntry } from "../har/read-har.ts"
import { recordedCall } from "../har/recorded-call.ts"
import { tokenOf } from "../har/token-of.ts"
import { redactEntry } from "../record/redact-entry.ts"
import { UpstreamProblem } from "../upstream-problem.ts"
import { compareResponse } from "./compare-response.ts"
import { type DifferenceGroup, DifferenceGroups } from "./difference.ts"
import { ignoredPaths } from "./ignored-paths.ts"
import { lacksRequestBytes, lacksResponseBody } from "./missing-bodies.ts"
import { usersOf, usersOfTokens } from "./recorded-users.ts"
import { confirmationPlaceholders, replayedRequest, unknownToken } from "./replay-request.ts"
import { type ComparedFixture, openReplayWorld, type ReplayWorld } from "./replay-world.ts"

export interface CompareOptions {
  /** Paths whose differences are ignored (`ignoredPaths`). */
  readonly ignore?: readonly string[]
  /** User for tokens whose user is not in the recording: an e-mail address or u_id. */
  readonly as?: string | undefined
  readonly onProgress?: (done: number, of: number) => void
}

/** Result of a comparison. */
export interface Comparison {
  /** Number of requests whose whole responses were compared. */
  readonly compared: number
  /** Number of recorded requests that were not sent: of other sites, preflights, without a response, or with a cached one. */
  readonly skipped: number
  /** Number of requests whose recorded responses lack their bodies. Only their statuses and headers were compared. */
  readonly bodiless: number
  /** Number of requests that were not sent because the recording lacks their bytes, for example those of an uploaded file. */
  readonly incomplete: number
  readonly differences: readonly DifferenceGroup[]
}

/** Time that a recorded response may take before its instants count as different, in addition to its duration. */
const TOLERANCE_MS = 2000
/** Largest difference between the clocks of the recorded server and of the machine that recorded it. */
const MAX_SKEW_MS = 300_000
const TOKEN_HOURS = 87_600
const UNAUTHORIZED_STATUS = 401
const NOT_MODIFIED = 304

/** Sends the recorded requests, in order, to a fresh world of the fixture, and compares the responses. */
export async function compareRecording(
  recorded: readonly HarEntry[],
  fixture: ComparedFixture,
  { ignore = [], as, onProgress }: CompareOptions = {},
): Promise<Comparison> {
  const secrets = new Secrets()
  const isIgnored = ignoredPaths(ignore)
  const users = new Map(
    usersOf(fixture.fixture).flatMap((user) => (user.token === undefined ? [] : [[user.token, referenceTo(user)]])),
  )
  const redacted: HarEntry[] = []
  for (const entry of recorded) {
    const user = entry._user ?? users.get(tokenOf(entry) ?? "")
    redacted.push(await redactEntry(user === undefined ? entry : { ...entry, _user: user }, secrets))
  }
  const { base, entries } = callsIn(redacted)
  const opened = await openReplayWorld(fixture, entries, base)
  try {
    const replay = new Replay(opened, usersOfTokens(entries), as)
    if (entries.every((entry) => tokenOf(entry) === undefined)) await replay.useOneUser()
    const groups = new DifferenceGroups(isIgnored)
    let [bodiless, incomplete] = [0, 0]
    for (const [at, entry] of entries.entries()) {
      onProgress?.(at, entries.length)
      if (lacksRequestBytes(entry)) {
        incomplete += 1
        continue
      }
      if (lacksResponseBody(entry)) bodiless += 1
      await replay.compare(entry, at, groups)
    }
    return {
      compared: entries.length - bodiless - incomplete,
      skipped: recorded.length - entries.length,
      bodiless,
      incomplete,
      differences: groups.list(),
    }
  } finally {
    await opened.close()
  }
}

const referenceTo = ({ email, user_code: code }: ComparedFixture["fixture"]["users"][number]): string =>
  code ? `${email}#${code}` : email

/** Returns the requests to the base URL that has the most API requests, and this base URL. */
function callsIn(entries: readonly HarEntry[]): { readonly base: string; readonly entries: readonly HarEntry[] } {
  const byBase = new Map<string, HarEntry[]>()
  for (const entry of entries) {
    const { request } = entry
    const call = recordedCall(request.method, request.url)
    if (call === undefined || request.method === "OPTIONS" || !isFromServer(entry)) continue
    const found = byBase.get(call.base) ?? []
    found.push(entry)
    byBase.set(call.base, found)
  }
  const [most] = [...byBase].sort(([, left], [, right]) => right.length - left.length)
  return most === undefined ? { base: "http://localhost", entries: [] } : { base: most[0], entries: most[1] }
}

/** Browsers record status 0 for requests that were cut off, and responses that they had in their cache. */
const isFromServer = ({ response: { status }, _fromCache: isCached }: HarEntry): boolean =>
  status !== 0 && status !== NOT_MODIFIED && isCached === undefined

class Replay {
  readonly #opened: ReplayWorld
  readonly #unifier: Unifier
  readonly #users: ReadonlyMap<string, string>
  readonly #as: string | undefined
  /** Whether the recording has no tokens. Browsers leave out Authorization headers, unless one exports sensitive data. */
  #hasNoTokens = false
  /** The token of all requests of such a recording. */
  #only: string | undefined

  constructor(opened: ReplayWorld, users: ReadonlyMap<string, string>, as: string | undefined) {
    this.#opened = opened
    this.#unifier = new Unifier(opened.ids, opened.followsRecording ? MAX_SKEW_MS : Number.POSITIVE_INFINITY)
    this.#users = users
    this.#as = as
  }

  /** Sends all requests with a token of `--as`, because the recording has none. */
  async useOneUser(): Promise<void> {
    this.#hasNoTokens = true
    if (this.#as !== undefined) this.#only = await this.#tokenFor(this.#as, "the requests")
  }

  async compare(entry: HarEntry, at: number, groups: DifferenceGroups): Promise<void> {
    const call = recordedCall(entry.request.method, entry.request.url)
    if (call === undefined) return
    await this.#moveClock(entry)
    await this.#bindToken(entry, call.operation)
    for (const confirmation of confirmationPlaceholders(entry)) this.#bindConfirmation(confirmation)
    const token = tokenOf(entry)
    const here = token === undefined ? this.#only : this.#unifier.hereOf(token)
    const request = replayedRequest(entry, call.path, here === undefined ? undefined : `Bearer ${here}`, this.#unifier)
    const response = await this.#opened.app.fetch(request)
    const isRefused = response.status === UNAUTHORIZED_STATUS && entry.response.status !== UNAUTHORIZED_STATUS
    if (this.#hasNoTokens && this.#only === undefined && isRefused) {
      throw new UpstreamProblem(
        `the recording has no Authorization header, which ${call.operation} needs; export it with sensitive data, or pass --as with the user's e-mail address`,
      )
    }
    const replayed = {
      status: response.status,
      headers: response.headers,
      body: new Uint8Array(await response.arrayBuffer()),
    }
    const { operation } = call
    compareResponse(this.#unifier, entry, replayed, TOLERANCE_MS + entry.time, (found) =>
      groups.add({ ...found, operation, request: at }),
    )
  }

  async #moveClock({ startedDateTime }: HarEntry): Promise<void> {
    const { world, followsRecording } = this.#opened
    const to = new Date(startedDateTime).toISOString()
    if (followsRecording && to > world.now) await world.clock.move({ to })
  }

  /** Issues a token for a user who was logged in before the recording began. */
  async #bindToken(entry: HarEntry, operation: string): Promise<void> {
    const token = unknownToken(entry, this.#unifier)
    // The recorded server refused this token, so the world gets an unknown token, too.
    if (token === undefined || entry.response.status === UNAUTHORIZED_STATUS) return
    const recorded = this.#users.get(token)
    const user = recorded === undefined ? this.#as : (this.#unifier.hereOf(recorded) ?? recorded)
    if (user === undefined) {
      throw new UpstreamProblem(
        `the recording does not say whose token ${operation} uses; pass --as with the user's e-mail address`,
      )
    }
    this.#unifier.bind(token, await this.#tokenFor(user, operation))
  }

  async #tokenFor(user: string, operation: string): Promise<string> {
    const issued = await this.#opened.control.issueToken({ user, ttl_hours: TOKEN_HOURS }).catch(() => {
      throw new UpstreamProblem(
        `the fixture has no user ${user}, who called ${operation} in the recording; add the user, or pass --as`,
      )
    })
    return issued.token
  }

  /** Takes the confirmation ID from the newest mail whose ID is not used yet. */
  #bindConfirmation(placeholder: string): void {
    if (this.#unifier.hereOf(placeholder) !== undefined) return
    const links = this.#opened.world.mail.list().flatMap((mail) => mail.links)
    const id = links.map(({ confirmationId }) => confirmationId).findLast((one) => !this.#unifier.isBoundHere(one))
    if (id !== undefined) this.#unifier.bind(placeholder, id)
  }
}
