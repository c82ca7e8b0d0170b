/** Maximum size of a JSON response, in bytes (control.md section 4). */
export const MAX_ANSWER_BYTES = 67_108_864
/** Maximum memory in bytes for all long responses that are being sent. */
const ROOM_BYTES = 134_217_728
/** Responses below this number of bytes never wait behind longer ones. */
const LONG_BYTES = 1_048_576
/** Maximum memory in bytes for all responses of less than `LONG_BYTES` that are being sent. */
const SHORT_ROOM_BYTES = 16_777_216
/** While other responses wait for memory, a client that reads nothing for 10 to 20 s is disconnected. */
const STALL_MS = 10_000

/** Keeps the original timer functions, because tests replace the global ones. */
const { setTimeout: later, clearTimeout: cancel } = globalThis

/** The memory that a long response reserves from before it is generated until it is sent. */
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

  /** Records that the client has read a part of the response, so that `cutIfStalled` does not disconnect it. */
  moved(): void {
    this.#hasMoved = true
  }

  /** Frees the memory above `bytes`, if the response is shorter than the reservation. */
  shrink(bytes: number): void {
    if (bytes < this.#bytes) this.#resize(bytes)
  }

  /** Frees all reserved memory, because the response is sent or no longer needed. */
  release(): void {
    this.#cut = undefined
    if (this.#bytes > 0) this.#resize(0)
  }

  /** Frees the memory when the response is sent or the client has disconnected. */
  releaseAfter(outgoing: Outgoing | undefined): void {
    if (outgoing === undefined || outgoing.destroyed) this.release()
    else {
      this.onCut(() => outgoing.destroy())
      outgoing.once("close", () => this.release())
    }
  }

  /** Sets the function to call if the client stops reading the response. */
  onCut(cut: () => void): void {
    this.#cut = cut
    this.#hasMoved = true
  }

  /** Disconnects the client if it has read nothing since the last call. */
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
 * The memory that all long responses of a process share. A response that does not fit waits until memory is free.
 * Waiting responses get memory in order of arrival.
 */
export class AnswerRoom {
  readonly #most: number
  readonly #stallMs: number
  readonly #short: AnswerRoom | undefined
  readonly #shares = new Set<Share>()
  readonly #waiting: Waiting[] = []
  #held = 0
  #peak = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `short` is the memory of the responses below 1 MiB. By default, all responses share this room's memory. */
  constructor({
    most = ROOM_BYTES,
    stallMs = STALL_MS,
    short,
  }: { readonly most?: number; readonly stallMs?: number; readonly short?: AnswerRoom } = {}) {
    this.#most = most
    this.#stallMs = stallMs
    this.#short = short
  }

  /** The room in which a response of this size reserves memory. */
  #roomFor(bytes: number): AnswerRoom {
    return this.#short !== undefined && bytes < LONG_BYTES ? this.#short : this
  }

  /** Number of reserved bytes. */
  get held(): number {
    return this.#held + (this.#short?.held ?? 0)
  }

  /** Highest number of bytes that were reserved at the same time by responses that share memory. */
  get peak(): number {
    return this.#peak + (this.#short?.peak ?? 0)
  }

  get waiting(): number {
    return this.#waiting.length + (this.#short?.waiting ?? 0)
  }

  /** Reserves memory at once. Returns undefined if the response does not fit or if other responses are waiting. */
  tryEnter(bytes: number): Share | undefined {
    const room = this.#roomFor(bytes)
    if (room !== this) return room.tryEnter(bytes)
    return this.#waiting.length === 0 && this.#fits(bytes) ? this.#admit(bytes) : undefined
  }

  /** Reserves memory as soon as enough is free. If `signal` aborts before that, rejects with the signal's reason. */
  async enter(bytes: number, signal?: AbortSignal): Promise<Share> {
    const room = this.#roomFor(bytes)
    if (room !== this) return await room.enter(bytes, signal)
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

  /** Disconnects each client that has read nothing since the last call. */
  cutStalled(): void {
    for (const share of [...this.#shares]) share.cutIfStalled()
    this.#short?.cutStalled()
  }

  freed(share: Share, bytes: number): void {
    this.#held -= bytes
    if (share.bytes === 0) this.#shares.delete(share)
    this.#admitWaiting()
  }

  /** Whether enough memory is free. A response larger than the whole memory fits only while no other response has reserved any. */
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

export const answerRoom = new AnswerRoom({ short: new AnswerRoom({ most: SHORT_ROOM_BYTES }) })

/** The memory from which a long response reserves its share, and the client that waits for the response. */
export interface AnswerPlace {
  readonly room: AnswerRoom
  /** Returns a signal that aborts when the client disconnects. */
  readonly gone: () => AbortSignal
  /** The Node response to write to; undefined for calls inside this process. */
  readonly outgoing?: Outgoing | undefined
}

/** The members of Node's `ServerResponse` that this module uses. */
export interface Outgoing {
  readonly destroyed: boolean
  once(event: "close", listener: () => void): unknown
  destroy(): unknown
}
