import { foldText, type Instant, inspect, type MailId, type NamesOf, requireOptions } from "../../model/index.ts"
import { MAIL_KINDS, type Mail, type MailKind, mailJobKey } from "../../model/records/index.ts"
import type { Change } from "../../state/index.ts"
import type { Engine } from "../operation/engine.ts"
import { ordinalOfMailId } from "./queue-mail.ts"

const PATIENCE_MS = 3000

/** Options of `waitFor`. */
export interface WaitForMail {
  /** Cancels the wait. */
  readonly signal?: Cancellation
  /** Timeout in milliseconds of real time; 0 means no limit. Default: 3,000, or no limit if `signal` is given. */
  readonly timeoutMs?: number
}

/** Error of `waitFor` if no matching mail was sent before the timeout. */
export class NoSuchMail extends Error {
  constructor(filter: MailFilter, timeoutMs: number, sent: readonly Mail[]) {
    super(
      `no ${filter.kind === undefined ? "" : `${filter.kind} `}mail${filter.to === undefined ? "" : ` to ${filter.to}`} arrived within ${timeoutMs} ms; ${sentInstead(sent)}`,
    )
    this.name = "NoSuchMail"
  }
}

const MAX_LISTED_MAILS = 5

const sentInstead = (sent: readonly Mail[]): string =>
  sent.length === 0
    ? "the world has sent no mails"
    : `the world has sent ${sent.length} in total, most recently ${sent
        .slice(-MAX_LISTED_MAILS)
        .map(({ kind, to }) => `${kind} to ${to}`)
        .join(", ")}`

/** Selects mails that match all given properties. */
export interface MailFilter {
  /** Receiver's address, compared without regard to case. */
  readonly to?: string | undefined
  /** Purpose of the mail, e.g. `invitation`. */
  readonly kind?: MailKind | undefined
  /** Text that the receiver, subject or body must contain, compared without regard to case. */
  readonly text?: string | undefined
  /** ID of a mail, even a deleted one. Selects only mails sent after that mail. */
  readonly since?: string | undefined
}

/** The part of AbortSignal that `waitFor` uses. Any AbortSignal can be passed, e.g. `AbortSignal.timeout(5000)`. */
export interface Cancellation {
  /** Whether the signal was aborted. */
  readonly aborted: boolean
  /** The reason with which the wait rejects after an abort. */
  readonly reason: unknown
  /** Registers `listener`. It is called once when the signal is aborted. */
  addEventListener(type: "abort", listener: () => void): void
  /** Unsubscribes `listener`. */
  removeEventListener(type: "abort", listener: () => void): void
}

const FILTER: NamesOf<MailFilter> = { to: true, kind: true, text: true, since: true }
const WAIT_OPTIONS: NamesOf<WaitForMail> = { signal: true, timeoutMs: true }

/** Throws for unknown properties, because a filter with a misspelled property would match every mail. */
function requireFilter(where: string, filter: MailFilter): void {
  requireOptions(`${where}: the filter`, filter, FILTER)
  if (filter.kind !== undefined && !MAIL_KINDS.includes(filter.kind)) {
    throw new TypeError(`${where}: kind: expected one of ${MAIL_KINDS.join(", ")}, received ${inspect(filter.kind)}`)
  }
}

/** Throws if the filter has a property of the second argument. */
function requireNoHow(filter: object | null): void {
  const name = Object.keys(WAIT_OPTIONS).find((one) => typeof filter === "object" && filter !== null && one in filter)
  if (name === undefined) return
  throw new TypeError(
    `mail.waitFor: ${name} belongs to the second argument, as in waitFor({ to: "ada@acme.test" }, { ${name}: … })`,
  )
}

/** A failed delivery attempt. The mail stays in the world's outbox. */
export interface FailedDelivery {
  /** Time of the attempt. */
  readonly at: Instant
  /** ID of the mail. */
  readonly mailId: MailId
  /** Receiver's address. */
  readonly to: string
  /** The error as a string. */
  readonly error: string
}

/** The world's outbox of sent mails (control.md section 3): `world.mail`. */
export class Mailbox {
  readonly #engine: Engine
  readonly #waiting = new Set<() => void>()

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Returns the matching mails, oldest first. */
  list(filter: MailFilter = {}): Mail[] {
    requireFilter("mail.list", filter)
    const to = filter.to?.toLowerCase()
    const wanted = filter.text === undefined ? undefined : foldText(filter.text)
    const after = filter.since === undefined ? -1 : ordinalOfMailId(filter.since)
    return this.#engine
      .view()
      .all("mails")
      .filter(
        (mail) =>
          mail.ordinal > after &&
          (to === undefined || mail.to.toLowerCase() === to) &&
          (filter.kind === undefined || mail.kind === filter.kind) &&
          (wanted === undefined || foldText(`${mail.to}\n${mail.subject}\n${mail.text}`).includes(wanted)),
      )
  }

  /** Returns a mail by ID, or undefined if the ID is unknown. */
  get(id: string): Mail | undefined {
    return this.#engine.view().get("mails", id)
  }

  /**
   * Resolves to the newest matching mail as soon as there is one (model.md section 13). After `timeoutMs` milliseconds of real time,
   * rejects with `NoSuchMail`, which lists the latest mails. On abort, rejects with the signal's reason.
   */
  async waitFor(filter: MailFilter = {}, how: WaitForMail = {}): Promise<Mail> {
    requireNoHow(filter)
    requireFilter("mail.waitFor", filter)
    requireOptions("mail.waitFor", how, WAIT_OPTIONS)
    const { signal } = how
    const { timeoutMs = signal === undefined ? PATIENCE_MS : 0 } = how
    if (!(timeoutMs >= 0)) {
      throw new TypeError(
        `mail.waitFor: expected timeoutMs to be a number of milliseconds (0 for no limit), received ${inspect(timeoutMs)}`,
      )
    }
    return new Promise((resolve, reject) => {
      let stopTimer = () => {}
      const stop = () => {
        this.#waiting.delete(look)
        signal?.removeEventListener("abort", abort)
        stopTimer()
      }
      const abort = () => {
        stop()
        reject(signal?.reason)
      }
      const look = () => {
        const mail = this.list(filter).at(-1)
        if (mail === undefined) return
        stop()
        resolve(mail)
      }
      if (signal?.aborted) return abort()
      this.#waiting.add(look)
      signal?.addEventListener("abort", abort)
      if (timeoutMs > 0) {
        stopTimer = this.#engine.ports.timer.after(timeoutMs, () => {
          stop()
          reject(new NoSuchMail(filter, timeoutMs, this.list()))
        })
      }
      look()
    })
  }

  /** Removes a mail. Resolves to false if the ID is unknown. */
  remove(id: string): Promise<boolean> {
    return this.#engine.commit("DeleteMail", null, (tx) => tx.remove("mails", id))
  }

  /** Removes all mails. */
  clear(): Promise<void> {
    return this.#engine.commit("DeleteMails", null, (tx) => {
      for (const mail of tx.all("mails")) tx.remove("mails", mail.id)
    })
  }

  /** Returns the latest failed deliveries, oldest first. */
  get failures(): readonly FailedDelivery[] {
    return this.#engine.failureLog.entries.flatMap(({ kind, at, id, name, error }) =>
      kind === "mail" ? [{ at, mailId: id, to: name, error }] : [],
    )
  }

  /** Delivers a commit's new mails and notifies pending `waitFor` calls. The world calls this method after each commit. */
  afterCommit(change: Change): void {
    let isTouched = false
    for (const { table, id, before, after } of change.patches) {
      if (table !== "mails") continue
      isTouched = true
      if (before !== undefined || after === undefined || !this.#engine.isActive) continue
      this.#deliver(after as Mail, mailJobKey(change.sequence, id))
    }
    if (isTouched) this.wake()
  }

  /** Delivers a mail that was queued while no process delivered the world's mails. Does nothing if the mail was deleted. */
  deliverQueued(id: string, key: string): void {
    const mail = this.get(id)
    if (mail === undefined) this.#engine.background.jobLog?.complete(key)
    else this.#deliver(mail, key)
  }

  /** Makes all pending `waitFor` calls check the mails again, e.g. after a restore. */
  wake(): void {
    for (const look of [...this.#waiting]) look()
  }

  #deliver(mail: Mail, key: string): void {
    const { background, ports, failureLog } = this.#engine
    const { jobLog } = background
    const { mailDelivery } = ports
    if (mailDelivery === undefined) {
      jobLog?.complete(key)
      return
    }
    const deliver = () =>
      Promise.resolve()
        .then(() => mailDelivery.deliver(mail))
        .catch((cause: unknown) =>
          failureLog.add({
            at: this.#engine.now,
            kind: "mail",
            id: mail.id,
            name: mail.to,
            error: String(cause),
          }),
        )
    // If the claim rejects, the job remains recorded, so that another process can run it.
    const ifOurs = (isOurs: boolean) => (isOurs ? deliver().finally(() => jobLog?.complete(key)) : undefined)
    background.add(jobLog?.claim(key).then(ifOurs) ?? deliver())
  }
}
