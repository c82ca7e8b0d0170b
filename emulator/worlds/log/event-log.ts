import type { DueEvent, Failure, Fault, Fired, Mail, WebhookDelivery } from "../../../src/model/records/index.ts"
import type { Change } from "../../../src/state/index.ts"
import type { World } from "../../../src/world/index.ts"
import { RequestEntry } from "./request-entry.ts"
import { type RequestLog, Ring } from "./request-log.ts"

/** An event in a world's log, which control plane clients can follow (control.md section 3, "events"). */
export type Happening =
  /** A request, an API call by a script, or scheduled work is complete. */
  | { readonly kind: "request"; readonly entry: RequestEntry }
  | ({ readonly kind: "change"; readonly via: "dashboard" | undefined } & ChangeSummary)
  /** The clock's time or mode has changed. */
  | { readonly kind: "clock" }
  | { readonly kind: "fired"; readonly fired: Fired }
  /** `mail` is the mail if `count` is 1, otherwise null. */
  | { readonly kind: "mail"; readonly what: "sent" | "deleted"; readonly count: number; readonly mail: Mail | null }
  | { readonly kind: "fault"; readonly what: "planned" | "used" | "deleted"; readonly fault: Fault }
  | { readonly kind: "webhook"; readonly delivery: WebhookDelivery }
  | { readonly kind: "snapshot"; readonly what: "taken" | "deleted" | "restored"; readonly name: string }
  /** A world of this server was created, deleted or replaced. */
  | { readonly kind: "world"; readonly what: WorldFate; readonly name: string }
  | { readonly kind: "failure"; readonly failure: Failure }

export type HappeningKind = Happening["kind"]

/** `replaced`: the world was loaded again from its store, because the store was put back in time. */
export type WorldFate = "made" | "deleted" | "reset" | "imported" | "restored" | "replaced"

/** The IDs of a commit's changed records, without their values. */
export interface ChangeSummary extends Pick<Change, "at" | "actor" | "operation"> {
  readonly version: number
  /** The first changed records, at most MAX_RECORDS. */
  readonly records: readonly { readonly table: string; readonly id: string }[]
  /** Number of changed records that are not in `records`. */
  readonly more: number
}

const MAX_RECORDS = 50

/** Summarizes a change without its records' values, so that events do not keep the values in memory. */
export function summaryOf({ sequence, at, actor, operation, patches }: Change): ChangeSummary {
  const records = patches.slice(0, MAX_RECORDS).map(({ table, id }) => ({ table, id }))
  return { version: sequence, at, actor, operation, records, more: patches.length - records.length }
}

/** An event and its number in the world's event log; the first number is 1. */
export interface NumberedEvent {
  readonly sequence: number
  readonly happening: Happening
}

/** The events that a client has missed since the last one it received. */
export interface EventsSince {
  readonly events: readonly NumberedEvent[]
  /** Whether the log has already deleted some of the missed events. */
  readonly isIncomplete: boolean
}

/** Number of events that a log keeps for clients that reconnect. */
const KEPT_EVENTS = 2000

/** Numbers a world's events without gaps, stores the latest ones and passes them to listeners. */
export class EventLog {
  /** Unique ID of this log. After a restart of the server, the same world's log has another ID. */
  get stream(): string {
    this.#stream ??= crypto.randomUUID()
    return this.#stream
  }

  #stream: string | undefined
  readonly #ring = new Ring<NumberedEvent>(KEPT_EVENTS)
  readonly #listeners = new Set<(event: NumberedEvent) => void>()
  #sequence = 0
  #dashboardActs = 0

  /** Whether a call of the dashboard is running. If so, commits outside of requests count as the dashboard's. */
  get isDashboardActing(): boolean {
    return this.#dashboardActs > 0
  }

  async actingForDashboard<T>(act: () => T): Promise<Awaited<T>> {
    this.#dashboardActs += 1
    try {
      return await act()
    } finally {
      this.#dashboardActs -= 1
    }
  }

  /** Number of the latest event; 0 if there are no events. */
  get sequence(): number {
    return this.#sequence
  }

  add(happening: Happening): void {
    this.#sequence += 1
    const event = { sequence: this.#sequence, happening }
    this.#ring.push(event)
    for (const listener of this.#listeners) listener(event)
  }

  /** Returns the events after a number. If the number is too high, it comes from an earlier log, so returns all events. */
  since(sequence: number): EventsSince {
    const first = this.#ring.first()?.sequence ?? this.#sequence + 1
    return {
      events: this.#ring.toArray().filter((event) => event.sequence > sequence || sequence > this.#sequence),
      isIncomplete: sequence > this.#sequence || sequence + 1 < first,
    }
  }

  /** Counts the dashboard's commits after a version. Commits that the log has already deleted are not counted. */
  dashboardWrites(version: number): number {
    const isOwn = ({ happening }: NumberedEvent) =>
      happening.kind === "change" && happening.version > version && happening.via === "dashboard"
    return this.#ring.toArray().filter(isOwn).length
  }

  /** Calls the listener with each new event. Returns a function that unsubscribes it. */
  subscribe(listener: (event: NumberedEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}

/** Maximum number of events about planned faults per commit. */
const MAX_FAULTS = 20

/** Records a world's changes in its event log. Changes by requests and scheduled work are also recorded in the request log. */
export function watchWorld(world: World, log: RequestLog, events: EventLog): void {
  const due = new DueEntries(world, log)
  let { clock } = world.state.scalars
  world.onChange((change, cause) => {
    if (cause instanceof RequestEntry) {
      if (cause.log === log) cause.changed(change)
    } else if (isDue(cause)) due.changed(cause, change)
    const own = events.isDashboardActing ? "dashboard" : undefined
    const via = cause instanceof RequestEntry ? cause.input.via : own
    events.add({ kind: "change", ...summaryOf(change), via })
    reportMails(events, change)
    reportFaults(events, change)
    if (change.scalars.clock === clock) return
    clock = change.scalars.clock
    events.add({ kind: "clock" })
  })
  world.clock.onFired((fired, cause) => {
    due.fired(cause, fired)
    events.add({ kind: "fired", fired })
  })
  world.scriptLog.onAdd(({ cause, lines }) => {
    if (cause instanceof RequestEntry) cause.logged(lines)
    else if (isDue(cause)) due.entryOf(cause).logged(lines)
  })
  world.webhookLog.onAdd((delivery) => events.add({ kind: "webhook", delivery }))
  world.failureLog.onAdd((failure) => events.add({ kind: "failure", failure }))
  log.follow((entry) => events.add({ kind: "request", entry }))
}

/** Returns whether scheduled work, such as an auto action, caused a change. */
export const isDue = (cause: unknown): cause is DueEvent =>
  typeof cause === "object" && cause !== null && "kind" in cause && "at" in cause

/** Creates request log entries for scheduled work that runs. An auto action that changes no items gets none. */
class DueEntries {
  readonly #world: World
  readonly #log: RequestLog
  readonly #entries = new WeakMap<DueEvent, RequestEntry>()

  constructor(world: World, log: RequestLog) {
    this.#world = world
    this.#log = log
  }

  entryOf(cause: DueEvent): RequestEntry {
    const known = this.#entries.get(cause)
    if (known !== undefined) return known
    const head = { method: "CLOCK", path: `/${cause.kind}/${cause.id}`, isPathCut: false, operation: null, token: null }
    const entry = new RequestEntry(this.#log, this.#world.now, head, cause)
    this.#entries.set(cause, entry)
    return entry
  }

  changed(cause: DueEvent, change: Change): void {
    this.entryOf(cause).changed(change)
  }

  fired(cause: DueEvent, { affected }: Fired): void {
    const entry = this.entryOf(cause)
    if (affected > 0 || cause.kind !== "auto_action") entry.happened()
  }
}

function reportMails(events: EventLog, { patches }: Change): void {
  const mails = patches.filter(({ table }) => table === "mails")
  if (mails.length === 0) return
  const sent = mails.filter(({ before }) => before === undefined)
  const deleted = mails.filter(({ after }) => after === undefined)
  if (sent.length > 0) {
    events.add({ kind: "mail", what: "sent", count: sent.length, mail: onlyMail(sent.map(({ after }) => after)) })
  }
  if (deleted.length > 0) {
    events.add({
      kind: "mail",
      what: "deleted",
      count: deleted.length,
      mail: onlyMail(deleted.map(({ before }) => before)),
    })
  }
}

const onlyMail = (mails: readonly (object | undefined)[]): Mail | null =>
  mails.length === 1 ? ((mails[0] as Mail | undefined) ?? null) : null

function reportFaults(events: EventLog, { patches }: Change): void {
  let count = 0
  for (const { table, before, after } of patches) {
    if (table !== "faults" || count === MAX_FAULTS) continue
    count += 1
    const what = before === undefined ? "planned" : after === undefined ? "deleted" : "used"
    events.add({ kind: "fault", what, fault: (after ?? before) as Fault })
  }
}
