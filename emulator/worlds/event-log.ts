import type { Change, Failure, Fault, Fired, Mail, WebhookDelivery } from "../../src/inside.ts"
import type { RequestEntry } from "./request-entry.ts"
import { Ring } from "./ring.ts"

/** What happened in a world, or to it (control.md section 3, "events"). */
export type Happening =
  /** A request was answered, a script made a call, or something that was due has written. */
  | { readonly kind: "request"; readonly entry: RequestEntry }
  | ({ readonly kind: "change"; readonly via: "dashboard" | undefined } & ChangeSummary)
  /** The clock was put elsewhere, or runs otherwise. */
  | { readonly kind: "clock" }
  | { readonly kind: "fired"; readonly fired: Fired }
  /** `count` mails; `mail` where it is one. */
  | { readonly kind: "mail"; readonly what: "sent" | "deleted"; readonly count: number; readonly mail: Mail | null }
  | { readonly kind: "fault"; readonly what: "planned" | "used" | "deleted"; readonly fault: Fault }
  | { readonly kind: "webhook"; readonly delivery: WebhookDelivery }
  | { readonly kind: "snapshot"; readonly what: "taken" | "deleted" | "restored"; readonly name: string }
  /** A world of the server, this or another: it was made, dropped, or everything in it was replaced. */
  | { readonly kind: "world"; readonly what: WorldFate; readonly name: string }
  | { readonly kind: "failure"; readonly failure: Failure }

export type HappeningKind = Happening["kind"]

export type WorldFate = "made" | "deleted" | "reset" | "imported" | "restored"

/** The records of a commit, without what they hold. */
export interface ChangeSummary extends Pick<Change, "at" | "actor" | "operation"> {
  readonly version: number
  /** Of many the first. */
  readonly records: readonly { readonly table: string; readonly id: string }[]
  /** Those that are not told. */
  readonly more: number
}

const TOLD_RECORDS = 50

/** A commit without what its records hold, so that nothing is kept alive by having been told. */
export function summaryOf({ sequence, at, actor, operation, patches }: Change): ChangeSummary {
  const records = patches.slice(0, TOLD_RECORDS).map(({ table, id }) => ({ table, id }))
  return { version: sequence, at, actor, operation, records, more: patches.length - records.length }
}

/** Something that happened, by its number among all that happened in the world since the server knows it. */
export interface NumberedEvent {
  readonly sequence: number
  readonly happening: Happening
}

/** What a client that was away is told. */
export interface Missed {
  readonly events: readonly NumberedEvent[]
  /** Whether there was more than is still known. */
  readonly isIncomplete: boolean
}

/** How many events are known still when somebody comes back. */
const KEPT_EVENTS = 2000

/** What happens in a world, numbered without gaps, and who wants to hear of it. */
export class EventLog {
  /** Told apart from any other, also from that of a world of this name on the same server some time ago. */
  get stream(): string {
    this.#stream ??= crypto.randomUUID()
    return this.#stream
  }

  #stream: string | undefined
  readonly #ring = new Ring<NumberedEvent>(KEPT_EVENTS)
  readonly #listeners = new Set<(event: NumberedEvent) => void>()
  #sequence = 0
  #dashboardActs = 0

  /** Whether the dashboard is at work by the control plane: what is committed meanwhile, and is of no request, is its own. */
  get isDashboardActing(): boolean {
    return this.#dashboardActs > 0
  }

  /** Does something that the dashboard asked the control plane for. */
  async actingForDashboard<T>(act: () => T): Promise<Awaited<T>> {
    this.#dashboardActs += 1
    try {
      return await act()
    } finally {
      this.#dashboardActs -= 1
    }
  }

  /** The number of the latest event; 0 before the first. */
  get sequence(): number {
    return this.#sequence
  }

  add(happening: Happening): void {
    this.#sequence += 1
    const event = { sequence: this.#sequence, happening }
    this.#ring.push(event)
    for (const listener of this.#listeners) listener(event)
  }

  /** What has happened after the event of that number. A number that is still to come is of another stream. */
  since(sequence: number): Missed {
    const first = this.#ring.first()?.sequence ?? this.#sequence + 1
    return {
      events: this.#ring.toArray().filter((event) => event.sequence > sequence || sequence > this.#sequence),
      isIncomplete: sequence > this.#sequence || sequence + 1 < first,
    }
  }

  /** How many commits after that version the dashboard made, as far as they are known still. */
  dashboardWrites(version: number): number {
    const isOwn = ({ happening }: NumberedEvent) =>
      happening.kind === "change" && happening.version > version && happening.via === "dashboard"
    return this.#ring.toArray().filter(isOwn).length
  }

  /** Called with each event. The answer ends the subscription. */
  subscribe(listener: (event: NumberedEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}
