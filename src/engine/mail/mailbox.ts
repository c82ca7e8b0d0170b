import type { Engine } from "../engine.ts"
import type { Instant, MailId } from "../../model/ids.ts"
import { owedMailKey } from "../../records/failure.ts"
import { MAIL_KINDS, type Mail, type MailKind } from "../../model/records/mail.ts"
import type { Change } from "../../state/change.ts"
import { type NamesOf, requireOptions, shown } from "../../model/strings/options.ts"
import { ordinalOfMailId } from "../../mail/mail-id.ts"

const PATIENCE_MS = 3000

/** How long to wait for a mail. */
export interface WaitForMail {
  /** Gives up when it is aborted. */
  readonly signal?: Cancellation
  /** Milliseconds of the machine's time; 3,000 when absent, 0 = without a limit. */
  readonly timeoutMs?: number
}

/** A mail that was waited for was not sent in time. */
export class NoSuchMail extends Error {
  constructor(filter: MailFilter, timeoutMs: number, sent: readonly Mail[]) {
    super(
      `no ${filter.kind === undefined ? "" : `${filter.kind} `}mail${filter.to === undefined ? "" : ` to ${filter.to}`} within ${timeoutMs} ms; ${sentInstead(sent)}`,
    )
    this.name = "NoSuchMail"
  }
}

const MOST_TOLD = 5

const sentInstead = (sent: readonly Mail[]): string =>
  sent.length === 0
    ? "the world has sent none"
    : `the world has sent ${sent.length}, at last ${sent
        .slice(-MOST_TOLD)
        .map(({ kind, to }) => `${kind} to ${to}`)
        .join(", ")}`

/** Which mails are meant; every member that is given must fit. */
export interface MailFilter {
  /** Address of the receiver, in any case. */
  readonly to?: string | undefined
  /** What the mail is about. */
  readonly kind?: MailKind | undefined
  /** Held by receiver, subject or text, in any case. */
  readonly text?: string | undefined
  /** ID of a mail, also of a deleted one: only later ones. */
  readonly since?: string | undefined
}

/** What waiting needs of an AbortSignal, e.g. `AbortSignal.timeout(5000)`. */
export interface Cancellation {
  /** Whether it was cancelled. */
  readonly aborted: boolean
  /** Why, where it was. */
  readonly reason: unknown
  /** Calls back once, when it is cancelled. */
  addEventListener(type: "abort", listener: () => void): void
  /** Ends what `addEventListener` began. */
  removeEventListener(type: "abort", listener: () => void): void
}

const FILTER: NamesOf<MailFilter> = { to: true, kind: true, text: true, since: true }
const HOW: NamesOf<WaitForMail> = { signal: true, timeoutMs: true }

/** A filter that says something else would let any mail fit. */
function requireFilter(where: string, filter: MailFilter): void {
  requireOptions(`${where}: the filter`, filter, FILTER)
  if (filter.kind !== undefined && !MAIL_KINDS.includes(filter.kind)) {
    throw new TypeError(`${where}: there is no kind ${shown(filter.kind)}; kinds are ${MAIL_KINDS.join(", ")}`)
  }
}

/** A delivery that failed; the mail is in the outbox all the same. */
export interface FailedDelivery {
  /** When it was tried. */
  readonly at: Instant
  /** ID of the mail. */
  readonly mailId: MailId
  /** The address. */
  readonly to: string
  /** What went wrong. */
  readonly error: string
}

/** The outbox of a world (control.md section 3): `world.mail`. */
export class Mailbox {
  readonly #engine: Engine
  readonly #waiting = new Set<() => void>()

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** The mails that fit, oldest first. */
  list(filter: MailFilter = {}): Mail[] {
    requireFilter("mail.list", filter)
    const to = filter.to?.toLowerCase()
    const wanted = filter.text?.toLowerCase()
    const after = filter.since === undefined ? -1 : ordinalOfMailId(filter.since)
    return this.#engine
      .view()
      .table("mails")
      .toArray()
      .filter(
        (mail) =>
          mail.ordinal > after &&
          (to === undefined || mail.to.toLowerCase() === to) &&
          (filter.kind === undefined || mail.kind === filter.kind) &&
          (wanted === undefined || `${mail.to}\n${mail.subject}\n${mail.text}`.toLowerCase().includes(wanted)),
      )
  }

  /** The mail of an ID. */
  get(id: string): Mail | undefined {
    return this.#engine.view().get("mails", id)
  }

  /**
   * The newest mail that fits, as soon as there is one. Waits for commits, for at most `timeoutMs` milliseconds of the machine's time
   * (the world's may stand still): 3,000 unless told otherwise, 0 = without a limit, as with a `signal`, whose reason is the
   * rejection when it is aborted. Then rejects with `NoSuchMail`, which says what was sent instead (model.md section 13).
   */
  async waitFor(filter: MailFilter = {}, how: WaitForMail = {}): Promise<Mail> {
    requireFilter("mail.waitFor", filter)
    requireOptions("mail.waitFor", how, HOW)
    const { signal } = how
    const { timeoutMs = signal === undefined ? PATIENCE_MS : 0 } = how
    if (!(timeoutMs >= 0)) {
      throw new TypeError(
        `mail.waitFor: timeoutMs is a number of milliseconds, 0 without a limit, not ${shown(timeoutMs)}`,
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

  /** Removes a mail; true when there was one. */
  remove(id: string): Promise<boolean> {
    return this.#engine.commit("DeleteMail", null, (tx) => tx.remove("mails", id))
  }

  /** Empties the mailbox. */
  clear(): Promise<void> {
    return this.#engine.commit("DeleteMails", null, (tx) => {
      for (const mail of tx.table("mails").toArray()) tx.remove("mails", mail.id)
    })
  }

  /** The latest deliveries that failed, oldest first. */
  get failures(): readonly FailedDelivery[] {
    return this.#engine.failureLog.entries.flatMap(({ kind, at, id, name, error }) =>
      kind === "mail" ? [{ at, mailId: id, to: name, error }] : [],
    )
  }

  /** Called by the world after each commit: hands new mails to delivery and wakes those who wait for one. */
  afterCommit(change: Change): void {
    let isTouched = false
    for (const { table, id, before, after } of change.patches) {
      if (table !== "mails") continue
      isTouched = true
      if (before !== undefined || after === undefined || !this.#engine.leads) continue
      this.#deliver(after as Mail, owedMailKey(change.sequence, id))
    }
    if (isTouched) this.wake()
  }

  /** Delivers what was noted while nobody led the world. What is no longer in the outbox is not delivered. */
  deliverNoted(id: string, key: string): void {
    const mail = this.get(id)
    if (mail === undefined) this.#engine.background.owedNotes?.done(key)
    else this.#deliver(mail, key)
  }

  /** Looks again on behalf of everybody who waits. */
  wake(): void {
    for (const look of [...this.#waiting]) look()
  }

  #deliver(mail: Mail, key: string): void {
    const { background, ports, failureLog } = this.#engine
    const { owedNotes } = background
    const { mailDelivery } = ports
    if (mailDelivery === undefined) {
      owedNotes?.done(key)
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
    // What can't be asked now is found by whoever leads later.
    const ifOurs = (isOurs: boolean) => (isOurs ? deliver().finally(() => owedNotes?.done(key)) : undefined)
    background.add(owedNotes?.claim(key).then(ifOurs) ?? deliver())
  }
}
