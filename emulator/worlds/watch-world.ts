import type { Change, DueEvent, Fault, Fired, Mail, World } from "../../src/inside.ts"
import { type EventLog, summaryOf } from "./event-log.ts"
import { RequestEntry } from "./request-entry.ts"
import type { RequestLog } from "./request-log.ts"

/** The most faults of one commit that are told one by one. */
const TOLD_FAULTS = 20

/** Writes down what happens in a world: in its log of requests what they caused, and everything in its log of events. */
export function watchWorld(world: World, log: RequestLog, events: EventLog): void {
  const due = new DueEntries(world, log)
  let { clock } = world.state.scalars
  world.onChange((change, behalf) => {
    if (behalf instanceof RequestEntry) {
      if (behalf.log === log) behalf.changed(change)
    } else if (isDue(behalf)) due.changed(behalf, change)
    const own = events.isDashboardActing ? "dashboard" : undefined
    const via = behalf instanceof RequestEntry ? behalf.input.via : own
    events.add({ kind: "change", ...summaryOf(change), via })
    tellMails(events, change)
    tellFaults(events, change)
    if (change.scalars.clock === clock) return
    clock = change.scalars.clock
    events.add({ kind: "clock" })
  })
  world.clock.onFired((fired, cause) => {
    due.fired(cause, fired)
    events.add({ kind: "fired", fired })
  })
  world.scriptLog.onAdd(({ behalf, lines }) => {
    if (behalf instanceof RequestEntry) behalf.logged(lines)
    else if (isDue(behalf)) due.entryOf(behalf).logged(lines)
  })
  world.webhookLog.onAdd((delivery) => events.add({ kind: "webhook", delivery }))
  world.failureLog.onAdd((failure) => events.add({ kind: "failure", failure }))
  log.follow((entry) => events.add({ kind: "request", entry }))
}

/** Whether a change was made on behalf of something that was due. */
export const isDue = (behalf: unknown): behalf is DueEvent =>
  typeof behalf === "object" && behalf !== null && "kind" in behalf && "at" in behalf

/** The entries of what was due: each is written down when it has fired, if it wrote more than its own schedule. */
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

function tellMails(events: EventLog, { patches }: Change): void {
  const mails = patches.filter(({ table }) => table === "mails")
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

function tellFaults(events: EventLog, { patches }: Change): void {
  let told = 0
  for (const { table, before, after } of patches) {
    if (table !== "faults" || told === TOLD_FAULTS) continue
    told += 1
    const what = before === undefined ? "planned" : after === undefined ? "deleted" : "used"
    events.add({ kind: "fault", what, fault: (after ?? before) as Fault })
  }
}
