import type { DueSource, Engine, Firing } from "../engine/index.ts"
import { type Duration, type Instant, inspect, invalidParams, readDuration, WorkQueue } from "../model/index.ts"
import type { ClockMode, DueEvent, DueFailure, DueKind, Fired } from "../model/records/index.ts"
import type { Tx } from "../state/index.ts"
import {
  type AbortState,
  type ClockMove,
  type ClockMoveResult,
  countDue,
  findNextDue,
  listUpcoming,
  MoveRoute,
  Overtaken,
  requireMove,
  targetOf,
} from "./clock-move.ts"

const MAX_EVENTS = 1_000_000
/** Number of milliseconds after which a long move yields to the event loop. */
const PAUSE_AFTER_MS = 50

/** A world's time and scheduled events, available as `world.clock` (architecture.md, "Time and chance"). */
export class WorldClock {
  readonly #engine: Engine
  readonly #sources: readonly DueSource[]
  readonly #listeners = new Set<(fired: Fired, cause: DueEvent) => void>()
  readonly #queue = new WorkQueue()

  /** If events of several sources have the same instant, those of the first source run first. */
  constructor(engine: Engine, sources: readonly DueSource[]) {
    this.#engine = engine
    this.#sources = sources
  }

  /** The world's current time in ISO 8601, UTC. */
  get now(): Instant {
    return this.#engine.now
  }

  /** Mode of the clock: `real`, `ticking` or `frozen`. */
  get mode(): ClockMode {
    return this.#engine.state.scalars.clock.mode
  }

  /** Returns the next occurrence of each scheduled event, ordered by time. */
  schedule(): DueEvent[] {
    return listUpcoming(this.#engine.view(), this.#sources)
  }

  /** Returns the instant of the next event; undefined if no event is scheduled. */
  nextDueAt(): Instant | undefined {
    return findNextDue(this.#engine.view(), this.#sources)?.at
  }

  /** Moves the clock forward. Runs all events up to the target in order, each at its scheduled instant. */
  async advance(duration: Duration): Promise<ClockMoveResult> {
    return this.move({ advance: readDuration(duration) })
  }

  /** Moves the clock to an instant and runs events like `advance`. Only a frozen clock can go back; no events run then. */
  async to(instant: string): Promise<ClockMoveResult> {
    if (typeof instant !== "string") {
      throw invalidParams(`to: expected an ISO 8601 instant such as 2026-01-05T09:00:00Z, received ${inspect(instant)}`)
    }
    return this.move({ to: instant })
  }

  /** Moves the clock to the next scheduled event. Does nothing if no event is scheduled. */
  next(): Promise<ClockMoveResult> {
    return this.move({ next: true })
  }

  /** Sets the mode: `frozen` stops the clock, `ticking` lets it run from its current time, `real` sets it to the machine's time. */
  setMode(mode: ClockMode): Promise<ClockMoveResult> {
    return this.move({ mode })
  }

  /**
   * Moves the clock. Resolves when all events up to the target have run. A refused move changes nothing.
   * If `signal` is aborted, the move stops after the event in progress, at that event's instant.
   */
  move(
    move: ClockMove,
    {
      signal,
    }: {
      /** If aborted, stops the move early. */
      readonly signal?: AbortState | undefined
    } = {},
  ): Promise<ClockMoveResult> {
    return this.#queue.run(async () => {
      requireMove(move)
      if (signal?.aborted) return { now: this.now, mode: this.mode, fired: [] }
      const fired: Fired[] = []
      const target = this.#targetOf(move)
      if (target !== undefined) {
        const route = new MoveRoute(target, move.advance !== undefined, this.#engine)
        fired.push(...(await this.#catchUp(true)))
        await this.#follow(route, fired, signal)
      }
      if (move.mode !== undefined && !signal?.aborted) {
        await this.#switchTo(move.mode)
        if (move.mode === "real") fired.push(...(await this.#catchUp(true)))
      }
      return { now: this.now, mode: this.mode, fired }
    })
  }

  /**
   * Runs the due events of a real or ticking clock at the current instant. An event that is due several times runs once. Asynchronous
   * scripts and webhooks may continue after the promise resolves. The emulator calls this method when `nextDueAt` is reached. Never
   * rejects; errors are listed in `failures`.
   */
  runDue(): Promise<Fired[]> {
    return this.#queue.run(() => this.#catchUp(false))
  }

  /**
   * Runs the events that became due while the world was not running, in order, each at its scheduled instant. Does nothing if the clock is
   * frozen. Never rejects.
   */
  resume(): Promise<Fired[]> {
    return this.#queue.run(async () => {
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

  /** Runs an event now, even if it is disabled, without changing its schedule. Rejects with NOT_FOUND if the event is unknown. */
  runNow(kind: DueKind, id: string): Promise<Fired[]> {
    return this.#queue.run(async () => {
      const source = this.#sourceOf(kind)
      if (source.fireNow === undefined) throw invalidParams(`an event of kind ${kind} can't run before it is due`)
      const name = source.nameOf?.(this.#engine.view(), id) ?? ""
      const cause: DueEvent = { at: this.now, kind, id, name }
      const how = { at: this.now, waits: true, cause, report: this.#report }
      return [this.#announce(await source.fireNow(this.#engine, id, how), cause)]
    })
  }

  /** The latest failures of scheduled events, oldest first. */
  get failures(): readonly DueFailure[] {
    return this.#engine.failureLog.entries.filter(
      ({ kind }) => kind === "auto_action" || kind === "file_expiry",
    ) as readonly DueFailure[]
  }

  /** Runs `work` after all queued clock moves and events. If none are queued, runs it immediately. */
  whenStill<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.length === 0 ? work() : this.#queue.run(work)
  }

  #targetOf(move: ClockMove): Instant | undefined {
    const { now } = this
    const target = targetOf(move, now, () => this.nextDueAt())
    if (target === undefined) return undefined
    if (target < now && this.mode !== "frozen") {
      throw invalidParams(
        `to: ${target} is before the current time ${now}; only a frozen clock can go back, and this clock is ${this.mode}`,
      )
    }
    if (countDue(this.#engine.view(), this.#sources, target, MAX_EVENTS) > MAX_EVENTS) {
      throw invalidParams(`moving the clock to ${target} would run more than ${MAX_EVENTS} events; use smaller steps`)
    }
    return target
  }

  async #follow(route: MoveRoute, fired: Fired[], signal: AbortState | undefined): Promise<void> {
    const { wallClock, timer } = this.#engine.ports
    let resumedAt = wallClock.now()
    for (;;) {
      if (signal?.aborted) return
      const due = findNextDue(this.#engine.view(), this.#sources)
      const isThere = due === undefined || due.at > route.target
      try {
        if (isThere) await this.#write((tx) => route.setClock(tx, route.target))
        else
          fired.push(
            await this.#fire(due, { at: due.at, waits: true, prepare: (tx) => this.#passEvent(tx, route, due) }),
          )
        route.committed()
        if (isThere) return
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error
        route.shift()
      }
      if (wallClock.now() - resumedAt < PAUSE_AFTER_MS) continue
      await new Promise<void>((resolve) => void timer.after(0, resolve))
      resumedAt = wallClock.now()
    }
  }

  /** Sets the clock to the event's instant. Throws `Overtaken` if another writer has already run the event. */
  #passEvent(tx: Tx, route: MoveRoute, due: DueEvent): void {
    if (!this.#sourceOf(due.kind).isStillDue(tx, due)) throw new Overtaken()
    route.setClock(tx, due.at)
  }

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

  async #fire(due: DueEvent, how: Omit<Firing, "report" | "cause">): Promise<Fired> {
    const cause: DueEvent = { ...due }
    const firing = { ...how, cause, report: this.#report }
    return this.#announce(await this.#sourceOf(due.kind).fire(this.#engine, due, firing), cause)
  }

  #announce(fired: Fired, cause: DueEvent): Fired {
    for (const listener of this.#listeners) listener(fired, cause)
    return fired
  }

  /** Calls the listener after each event has run, with the cause of the event's changes. Returns an unsubscribe function. */
  onFired(listener: (fired: Fired, cause: DueEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #sourceOf(kind: DueKind): DueSource {
    const source = this.#sources.find((one) => one.kind === kind)
    if (source === undefined) throw invalidParams(`the world has no scheduled events of kind ${kind}`)
    return source
  }

  readonly #report = (failure: DueFailure): void => this.#engine.failureLog.add(failure)

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
