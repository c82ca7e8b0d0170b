import { Disconnect, type Ports } from "../../../src/engine/index.ts"
import {
  type Capsule,
  type CapsuleRequest,
  unlessBroken,
  unpackChanges,
  unpackState,
} from "../../../src/insight/capsule/index.ts"
import { closedPorts } from "../../../src/insight/index.ts"
import { type Change, replay, type State, type View } from "../../../src/state/index.ts"
import { EngineWorld } from "../../../src/world/index.ts"
import { nextTurn } from "../../wire/index.ts"
import { ValueComparison } from "../unify/compare-values.ts"
import type { Difference } from "../unify/difference.ts"
import { idsIn, Unifier } from "../unify/unifier.ts"

/** Serves a world in process. */
export type OpenMoment = (
  world: EngineWorld,
  strict: boolean,
) => { fetch(request: Request): Response | Promise<Response>; close(): void }

/** A difference between a recorded response and that of the replay. */
export interface CapsuleDifference extends Pick<Difference, "path" | "kind" | "there" | "here"> {
  /** ID of the request in the capsule. */
  readonly id: string
  /** Method and path of the request. */
  readonly request: string
}

/** A response of a replay. */
export interface CapsuleResponse {
  /** ID of the request in the capsule. */
  readonly id: string
  /** HTTP status; 0 if a planned fault cut the connection. */
  readonly status: number
  /** The body: a value if it is JSON, otherwise text. */
  readonly body: unknown
}

/** Result of a replay. */
export interface Replayed {
  /** The world after the last request. */
  readonly world: EngineWorld
  readonly responses: readonly CapsuleResponse[]
  /** The differences between the recorded responses and the responses of the replay, in order. */
  readonly differences: readonly CapsuleDifference[]
  /** Hash of the world's state after the last request. */
  readonly hash: string
}

const WEBHOOKS = "a replay sends no webhooks"
/** Time that a response may have taken before its instants count as different, for worlds whose clock moves. */
const TOLERANCE_MS = 5000
/** Number of requests after which a replay pauses for other work. */
const REQUESTS_PER_TURN = 10
const NO_FIXED_TIME = Number.POSITIVE_INFINITY

/** Opens the state of a capsule before its requests. The world reaches nothing outside the process. */
export const openCapsule = (capsule: Capsule, ports: Ports): EngineWorld => new Moment(capsule, ports).world

/** Observes a replay. */
export interface ReplayListener {
  answered(answered: {
    readonly recorded: CapsuleRequest
    readonly replayed: Answer
    /** The changes of the request, and a view to describe them. */
    readonly effects: { readonly view: View; readonly changes: readonly Change[] }
    readonly unifier: Unifier
  }): void
  /** Called with changes as they were repeated. */
  redone(changes: Capsule["changes"]): void
}

/** Runs the requests of a capsule, and compares each response with the recorded one. */
export async function replayCapsule(
  capsule: Capsule,
  ports: Ports,
  open: OpenMoment,
  listener?: ReplayListener,
): Promise<Replayed> {
  const moment = new Moment(capsule, ports)
  const { mode } = capsule.state.scalars.clock
  const unifier = new Unifier(
    new Set(idsIn(JSON.stringify(capsule.state.tables))),
    mode === "frozen" ? 0 : NO_FIXED_TIME,
  )
  const differences: CapsuleDifference[] = []
  const responses: CapsuleResponse[] = []
  let app = open(moment.world, capsule.world.strict)
  const redo = (after: string | null) => {
    const changes = capsule.changes
      .filter((change) => change.after === after)
      .map((change) => ({ ...change, body: unifier.translate(change.body) }))
    if (!moment.redo(changes)) return
    listener?.redone(changes)
    app.close()
    app = open(moment.world, capsule.world.strict)
  }
  try {
    redo(null)
    for (const recorded of capsule.requests) {
      moment.setTime(recorded.request.at)
      bindConfirmations(moment.world, recorded, unifier)
      const request = requestOf(recorded, unifier)
      const { world } = moment
      const changes: Change[] = []
      const unsubscribe = world.onChange((change) => void changes.push(change))
      const replayed = await answerOf(app, request)
      await world.idle()
      unsubscribe()
      responses.push({ id: recorded.id, status: replayed.status, body: replayed.value ?? replayed.text })
      const tolerance = mode === "frozen" ? 0 : TOLERANCE_MS
      compare(
        recorded,
        replayed,
        new ValueComparison(unifier, tolerance, (found) => differences.push({ ...found, ...placeOf(recorded) })),
      )
      if (recorded.response.status !== replayed.status) {
        const { status: there } = recorded.response
        differences.push({ kind: "status", path: "status", there, here: replayed.status, ...placeOf(recorded) })
      }
      listener?.answered({ recorded, replayed, effects: { view: world.view(), changes }, unifier })
      redo(recorded.id)
      if (responses.length % REQUESTS_PER_TURN === 0) await nextTurn()
    }
  } finally {
    app.close()
  }
  return { world: moment.world, responses, differences: inOrder(differences), hash: moment.world.hash() }
}

/** Puts the status of a response before the differences in its body. */
const inOrder = (differences: readonly CapsuleDifference[]): CapsuleDifference[] =>
  differences.toSorted((left, right) =>
    left.id === right.id ? Number(right.kind === "status") - Number(left.kind === "status") : 0,
  )

const placeOf = ({ id, request: { method, path } }: CapsuleRequest) => ({ id, request: `${method} ${path}` })

/** A world that stands at a moment of a capsule. */
class Moment {
  world: EngineWorld
  readonly #ports: Ports
  #now: number

  constructor({ state: packed, world: { base_url: baseUrl, version, at } }: Capsule, ports: Ports) {
    this.#now = Date.parse(at)
    this.#ports = {
      ...closedPorts(ports, WEBHOOKS),
      wallClock: { now: () => this.#now },
      timer: { after: immediately },
    }
    const state = unpackState(packed, ports.blobs)
    this.world = unlessBroken("the state", () => new EngineWorld(state, this.#ports, baseUrl, { version }))
    this.setTime(at)
  }

  /** Sets the machine's clock, so that the world's clock shows the instant unless it is frozen. */
  setTime(at: string): void {
    const { clock } = this.world.state.scalars
    this.#now = Date.parse(at) - (clock.mode === "ticking" ? clock.offsetMs : 0)
  }

  /** Repeats changes that no request caused. Returns false if there are none. */
  redo(changes: Capsule["changes"]): boolean {
    const last = changes.at(-1)
    if (last === undefined) return false
    const { state: before, baseUrl, apiCaller, patterns } = this.world
    const state: State = unlessBroken("a change", () => replay(before, unpackChanges(changes, before)))
    const version = Math.max(last.sequence, this.world.version)
    const world = new EngineWorld(state, this.#ports, baseUrl, { version })
    this.world = Object.assign(world, { apiCaller, patterns })
    this.setTime(last.at)
    return true
  }
}

/** Delays of planned faults are not waited for. */
function immediately(_: number, callback: () => void): () => void {
  let isCancelled = false
  queueMicrotask(() => {
    if (!isCancelled) callback()
  })
  return () => {
    isCancelled = true
  }
}

function requestOf({ request }: CapsuleRequest, unifier: Unifier): Request {
  const { method, path, authorization, headers: others = {}, dry_run: isDryRun, body } = request
  const headers = new Headers(body === undefined ? {} : { "content-type": "application/json" })
  for (const [name, value] of Object.entries(others)) headers.set(name, value)
  if (others["content-type"] === "") headers.delete("content-type")
  if (authorization !== undefined) headers.set("authorization", unifier.translate(authorization))
  if (isDryRun) headers.set("x-hexarium-dry-run", "1")
  return new Request(`http://localhost${unifier.translate(path)}`, {
    method,
    headers,
    // A text would get the content type text/plain by default, and bytes get none.
    body:
      body === undefined || method === "GET" || method === "HEAD"
        ? null
        : new TextEncoder().encode(unifier.translate(body)),
    redirect: "manual",
  })
}

/** Binds placeholders of confirmation IDs to those in the newest mails, because responses never contain them. */
function bindConfirmations(world: EngineWorld, { request }: CapsuleRequest, unifier: Unifier): void {
  const text = `${request.path}\n${request.body ?? ""}`
  for (const placeholder of new Set(text.match(/\bRedacted-confirmation-\d+\b/g))) {
    if (unifier.hereOf(placeholder) !== undefined) continue
    const ids = world.mail.list().flatMap(({ links }) => links.map(({ confirmationId }) => confirmationId))
    const id = ids.findLast((one) => !unifier.isBoundHere(one))
    if (id !== undefined) unifier.bind(placeholder, id)
  }
}

interface Answer {
  readonly status: number
  readonly contentType: string | undefined
  readonly text: string
  /** The parsed body; undefined if it is not JSON. */
  readonly value: unknown
}

async function answerOf(app: ReturnType<OpenMoment>, request: Request): Promise<Answer> {
  try {
    const response = await app.fetch(request)
    const text = await response.text()
    const contentType = response.headers.get("content-type") ?? undefined
    return { status: response.status, contentType, text, value: jsonIn(contentType, text) }
  } catch (error) {
    if (error instanceof Disconnect) return { status: 0, contentType: undefined, text: "", value: undefined }
    throw error
  }
}

function compare({ response }: CapsuleRequest, replayed: Answer, values: ValueComparison): void {
  const { content_type: contentType, body } = response
  if (contentType !== undefined) values.compare(contentType, replayed.contentType ?? "", "headers.content-type")
  if (body === undefined || values.isEqual(body, replayed.text)) return
  const value = jsonIn(contentType, body)
  if (value !== undefined && replayed.value !== undefined) values.compare(value, replayed.value, "body")
  else values.compare(body.split("\n"), replayed.text.split("\n"), "body")
}

function jsonIn(contentType: string | undefined, text: string): unknown {
  if (contentType?.includes("json") !== true) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
