/** The longest JSON answer, in bytes (control.md section 4). */
export const MAX_ANSWER_BYTES = 67_108_864
/** What long answers may take that are composed and sent at the same time, in bytes. */
const ROOM_BYTES = 134_217_728
/** While others wait, a client that takes nothing of its answer for one to two of these times is cut off. */
const STALL_MS = 10_000

/** Kept, as tests that stop the clock replace it. */
const { setTimeout: later, clearTimeout: cancel } = globalThis

/** What one long answer takes of the room, from before it is composed until it is sent. */
export class Share {
  readonly #room: AnswerRoom
  #bytes: number
  #cut: (() => void) | undefined
  #hasMoved = true

  constructor(room: AnswerRoom, bytes: number) {
    this.#room = room
    this.#bytes = bytes
  }

  get bytes(): number {
    return this.#bytes
  }

  /** The answer has gone on. */
  moved(): void {
    this.#hasMoved = true
  }

  /** The answer takes less than was thought. */
  shrink(bytes: number): void {
    if (bytes < this.#bytes) this.#resize(bytes)
  }

  /** The answer is sent, or nobody wants it any more. */
  release(): void {
    this.#cut = undefined
    if (this.#bytes > 0) this.#resize(0)
  }

  /** How the answer is ended when its client takes nothing of it. */
  onCut(cut: () => void): void {
    this.#cut = cut
    this.#hasMoved = true
  }

  /** Ends an answer that is being sent and has not gone on since the last call. */
  cutIfStalled(): void {
    const cut = this.#cut
    const isStalled = cut !== undefined && !this.#hasMoved
    this.#hasMoved = false
    if (!isStalled) return
    this.release()
    cut()
  }

  #resize(bytes: number): void {
    const before = this.#bytes
    this.#bytes = bytes
    this.#room.freed(this, before - bytes)
  }
}

interface Waiting {
  readonly bytes: number
  readonly enter: (share: Share) => void
}

/**
 * The memory that all long answers of a process have together. Who finds no room waits, in order of arrival, before the answer is composed.
 */
export class AnswerRoom {
  readonly #most: number
  readonly #stallMs: number
  readonly #shares = new Set<Share>()
  readonly #waiting: Waiting[] = []
  #held = 0
  #peak = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor({ most = ROOM_BYTES, stallMs = STALL_MS } = {}) {
    this.#most = most
    this.#stallMs = stallMs
  }

  /** What is taken now, in bytes. */
  get held(): number {
    return this.#held
  }

  /** The most that was ever taken at once. */
  get peak(): number {
    return this.#peak
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Undefined where there is no room, or somebody else waits for it. */
  tryEnter(bytes: number): Share | undefined {
    return this.#waiting.length === 0 && this.#fits(bytes) ? this.#admit(bytes) : undefined
  }

  /** Waits for room. Rejects with the signal's reason when it is given first: then the place in the queue is given up. */
  async enter(bytes: number, signal?: AbortSignal): Promise<Share> {
    signal?.throwIfAborted()
    const share = this.tryEnter(bytes)
    if (share !== undefined) return share
    return await new Promise<Share>((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        this.#admitWaiting()
        reject(signal?.reason)
      }
      const waiting: Waiting = {
        bytes,
        enter(share) {
          signal?.removeEventListener("abort", leave)
          resolve(share)
        },
      }
      signal?.addEventListener("abort", leave, { once: true })
      this.#waiting.push(waiting)
      this.#watch()
    })
  }

  /** Ends the answers that are being sent and have not gone on since the last call. */
  cutStalled(): void {
    for (const share of [...this.#shares]) share.cutIfStalled()
  }

  freed(share: Share, bytes: number): void {
    this.#held -= bytes
    if (share.bytes === 0) this.#shares.delete(share)
    this.#admitWaiting()
  }

  /** What takes more than all the room has it alone. */
  #fits(bytes: number): boolean {
    return this.#held === 0 || this.#held + bytes <= this.#most
  }

  #admit(bytes: number): Share {
    const share = new Share(this, bytes)
    this.#shares.add(share)
    this.#held += bytes
    this.#peak = Math.max(this.#peak, this.#held)
    return share
  }

  #admitWaiting(): void {
    for (let next = this.#waiting[0]; next !== undefined && this.#fits(next.bytes); next = this.#waiting[0]) {
      this.#waiting.shift()
      next.enter(this.#admit(next.bytes))
    }
    if (this.#waiting.length > 0) return
    cancel(this.#timer)
    this.#timer = undefined
  }

  #watch(): void {
    this.#timer ??= later(() => {
      this.#timer = undefined
      this.cutStalled()
      if (this.#waiting.length > 0) this.#watch()
    }, this.#stallMs)
  }
}

/** Of this process. */
export const answerRoom = new AnswerRoom()

/** Where a long answer finds room, and who waits for it. */
export interface AnswerPlace {
  readonly room: AnswerRoom
  /** Given when the client has gone. */
  readonly gone: () => AbortSignal
}
