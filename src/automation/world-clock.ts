import { type Duration, readDuration } from "../calendar/duration.ts"
import type { Engine } from "../engine/engine.ts"
import { invalidParams } from "../model/error.ts"
import type { Instant } from "../model/ids.ts"
import type { DueEvent, DueKind, Fired } from "../records/due-event.ts"
import type { DueFailure } from "../records/failure.ts"
import type { Tx } from "../state/tx.ts"
import { shown } from "../model/strings/options.ts"
import { type ClockMode, type ClockMove, type Ending, type Moved, requireMove, targetOf } from "../clock/clock-move.ts"
import { countDue, findNextDue, listUpcoming } from "../clock/due-events.ts"
import type { DueSource, Firing } from "../clock/due-source.ts"

const MAX_EVENTS = 1_000_000
/** A long way through time lets others have their turn now and then. */
const PAUSE_AFTER_MS = 50

/** The time of a world and everything that happens by itself in it (architecture.md, "Time and chance"): `world.clock`. */
export class WorldClock {
  readonly #engine: Engine
  readonly #sources: readonly DueSource[]
  readonly #listeners = new Set<(fired: Fired, cause: DueEvent) => void>()
  #turn: Promise<unknown> = Promise.resolve()
  #moving = 0

  /** Of sources that have something due at one instant, the earlier one comes first. */
  constructor(engine: Engine, sources: readonly DueSource[]) {
    this.#engine = engine
    this.#sources = sources
  }

  /** The world's time: ISO 8601 in UTC. */
  get now(): Instant {
    return this.#engine.now
  }

  /** `real` follows the machine's clock, `frozen` stands still. */
  get mode(): ClockMode {
    return this.#engine.state.scalars.clock.mode
  }

  /** What is going to happen, each event with its next occurrence. */
  schedule(): DueEvent[] {
    return listUpcoming(this.#engine.view(), this.#sources)
  }

  /** When the next thing happens by itself; undefined when nothing is planned. */
  nextDueAt(): Instant | undefined {
    return findNextDue(this.#engine.view(), this.#sources)?.at
  }

  /** Moves the clock forward and runs everything that becomes due on the way, in order, each at its own instant. */
  async advance(duration: Duration): Promise<Moved> {
    return this.move({ advance: readDuration(duration) })
  }

  /** Moves the clock to an instant as `advance` does; backwards, where nothing runs, only when it is frozen. */
  async to(instant: string): Promise<Moved> {
    if (typeof instant !== "string") {
      throw invalidParams(`to: expected an ISO 8601 instant such as 2026-01-05T09:00:00Z, not ${shown(instant)}`)
    }
    return this.move({ to: instant })
  }

  /** Moves the clock to the next thing planned; stays where it is when there is none. */
  next(): Promise<Moved> {
    return this.move({ next: true })
  }

  /** `frozen` stops the clock where it is, `ticking` lets it run from there, `real` goes to the machine's time. */
  setMode(mode: ClockMode): Promise<Moved> {
    return this.move({ mode })
  }

  /**
   * Resolves when everything on the way is done. When it refuses, nothing has changed. `signal` ends it early: after what is being
   * done, at the instant of that.
   */
  move(
    move: ClockMove,
    {
      signal,
    }: {
      /** Ends it early. Default: it goes all the way. */
      readonly signal?: Ending | undefined
    } = {},
  ): Promise<Moved> {
    return this.#alone(async () => {
      requireMove(move)
      if (signal?.aborted) return { now: this.now, mode: this.mode, fired: [] }
      const fired: Fired[] = []
      const target = this.#targetOf(move)
      if (target !== undefined) {
        fired.push(...(await this.#catchUp(true)), ...(await this.#fireUntil(target, signal)))
        if (!signal?.aborted) await this.#write((tx) => this.#stand(tx, target))
      }
      if (move.mode !== undefined && !signal?.aborted) {
        await this.#switchTo(move.mode)
        if (move.mode === "real") fired.push(...(await this.#catchUp(true)))
      }
      return { now: this.now, mode: this.mode, fired }
    })
  }

  /**
   * Runs what became due while a real or ticking clock ran: each thing once, however often its time has come, at the present
   * instant; scripts that are not awaited and webhooks go on afterwards. Whoever drives the world with the machine's clock calls
   * this when `nextDueAt` has come. Never rejects: what fails is found in `failures`.
   */
  runDue(): Promise<Fired[]> {
    return this.#alone(() => this.#catchUp(false))
  }

  /**
   * Runs what became due while nobody ran the world, in order, each at its own instant, as moving the clock would. Does nothing where the
   * clock is frozen. Never rejects.
   */
  resume(): Promise<Fired[]> {
    return this.#alone(async () => {
      const fired: Fired[] = []
      for (let left = MAX_EVENTS; left > 0 && this.mode !== "frozen"; left -= 1) {
        const due = findNextDue(this.#engine.view(), this.#sources)
        if (due === undefined || due.at > this.now) break
        try {
          fired.push(await this.#fire(due, { at: due.at, waits: true }))
        } catch (error) {
          this.#report({ at: due.at, kind: due.kind, id: due.id, name: due.name, error: String(error) })
          break
        }
      }
      return fired
    })
  }

  /** Runs a planned event now, even a stopped one, and leaves its schedule alone. Refuses an unknown one with NOT_FOUND. */
  runNow(kind: DueKind, id: string): Promise<Fired[]> {
    return this.#alone(async () => {
      const source = this.#sourceOf(kind)
      if (source.fireNow === undefined) throw invalidParams(`${kind} can't be run before its time`)
      const name = source.nameOf?.(this.#engine.view(), id) ?? ""
      const cause: DueEvent = { at: this.now, kind, id, name }
      const how = { at: this.now, waits: true, behalf: cause, report: this.#report }
      return [this.#told(await source.fireNow(this.#engine, id, how), cause)]
    })
  }

  /** The latest failures, oldest first. */
  get failures(): readonly DueFailure[] {
    return this.#engine.failureLog.entries.filter(
      ({ kind }) => kind === "auto_action" || kind === "file_expiry",
    ) as readonly DueFailure[]
  }

  /** Moves of the clock and due work happen one after the other. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    this.#moving += 1
    const turn = this.#turn.then(work).finally(() => {
      this.#moving -= 1
    })
    this.#turn = turn.catch(() => {})
    return turn
  }

  /** Does something that must not happen in the middle of a move or of due work: at once, or after what is running. */
  whenStill<T>(work: () => Promise<T>): Promise<T> {
    return this.#moving === 0 ? work() : this.#alone(work)
  }

  #targetOf(move: ClockMove): Instant | undefined {
    const { now } = this
    const target = targetOf(move, now, () => this.nextDueAt())
    if (target === undefined) return undefined
    if (target < now && this.mode !== "frozen") {
      throw invalidParams(
        `to: ${target} is before now (${now}); only a frozen clock can be set backwards, and this one is ${this.mode}`,
      )
    }
    if (countDue(this.#engine.view(), this.#sources, target, MAX_EVENTS) > MAX_EVENTS) {
      throw invalidParams(`moving the clock to ${target} would run more than ${MAX_EVENTS} events`)
    }
    return target
  }

  async #fireUntil(target: Instant, signal: Ending | undefined): Promise<Fired[]> {
    const { wallClock, timer } = this.#engine.ports
    const fired: Fired[] = []
    let rested = wallClock.now()
    for (;;) {
      const due = findNextDue(this.#engine.view(), this.#sources)
      if (due === undefined || due.at > target || signal?.aborted) return fired
      fired.push(await this.#fire(due, { at: due.at, waits: true, prepare: (tx) => this.#stand(tx, due.at) }))
      if (wallClock.now() - rested < PAUSE_AFTER_MS) continue
      await new Promise<void>((resolve) => void timer.after(0, resolve))
      rested = wallClock.now()
    }
  }

  /** What is due already, each once, at the present instant. */
  async #catchUp(waits: boolean): Promise<Fired[]> {
    const { now } = this
    const first = this.nextDueAt()
    if (first === undefined || first > now) return []
    const fired: Fired[] = []
    for (const due of listUpcoming(this.#engine.view(), this.#sources)) {
      if (due.at > now) break
      if (!this.#sourceOf(due.kind).isStillDue(this.#engine.view(), due)) continue
      try {
        fired.push(await this.#fire(due, { at: this.now, waits }))
      } catch (error) {
        this.#report({ at: this.now, kind: due.kind, id: due.id, name: due.name, error: String(error) })
      }
    }
    return fired
  }

  async #fire(due: DueEvent, how: Omit<Firing, "report" | "behalf">): Promise<Fired> {
    const cause: DueEvent = { ...due }
    const firing = { ...how, behalf: cause, report: this.#report }
    return this.#told(await this.#sourceOf(due.kind).fire(this.#engine, due, firing), cause)
  }

  #told(fired: Fired, cause: DueEvent): Fired {
    for (const listener of this.#listeners) listener(fired, cause)
    return fired
  }

  /**
   * Called with everything that has fired, in order, and what its changes were made on behalf of. The answer ends the subscription.
   */
  onFired(listener: (fired: Fired, cause: DueEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #sourceOf(kind: DueKind): DueSource {
    const source = this.#sources.find((one) => one.kind === kind)
    if (source === undefined) throw invalidParams(`nothing of the kind ${kind} ever happens in this world`)
    return source
  }

  readonly #report = (failure: DueFailure): void => this.#engine.failureLog.add(failure)

  /** Puts the clock to an instant. A real one ticks from then on. */
  #stand(tx: Tx, at: Instant): void {
    const { clock } = tx.scalars
    if (clock.mode !== "frozen") {
      tx.setScalars({ clock: { mode: "ticking", offsetMs: Date.parse(at) - this.#engine.ports.wallClock.now() } })
    } else if (clock.now !== at) tx.setScalars({ clock: { mode: "frozen", now: at } })
  }

  async #switchTo(mode: ClockMode): Promise<void> {
    if (mode === this.mode) return
    await this.#write((tx) => {
      const { now } = this
      if (mode === "frozen") tx.setScalars({ clock: { mode, now } })
      else if (mode === "real") tx.setScalars({ clock: { mode } })
      else tx.setScalars({ clock: { mode, offsetMs: Date.parse(now) - this.#engine.ports.wallClock.now() } })
    })
  }

  #write(change: (tx: Tx) => void, at?: Instant): Promise<void> {
    return this.#engine.commit("Clock", null, change, at)
  }
}
