import { type Signal, signal } from "@preact/signals"

const PAGE = 100
/** Maximum number of pages in memory, besides the visible ones. */
const MAX_PAGES = 60
/** Maximum number of parallel reads. After a fast scroll, only pages that are still visible are read. */
const AT_ONCE = 2

interface Page<T> {
  readonly rows: readonly T[]
  readonly total: number
}

/** Rows of a list of any length. Reads a page of rows when it is about to be shown. */
export class Pages<T> {
  /** Number of rows in the list. Undefined until the first page has been read. */
  readonly count: Signal<number | undefined> = signal(undefined)
  /** Increased by 1 when rows arrive. */
  readonly version = signal(0)
  readonly error: Signal<unknown> = signal(undefined)
  readonly #load: (offset: number, limit: number, gone: AbortSignal) => Promise<Page<T>>
  readonly #read = new Map<number, readonly T[]>()
  readonly #asked = new Set<number>()
  readonly #stale = new Set<number>()
  #seen = { first: 0, end: PAGE }
  #gone = new AbortController()

  constructor(load: (offset: number, limit: number, gone: AbortSignal) => Promise<Page<T>>) {
    this.#load = load
  }

  rowAt(index: number): T | undefined {
    return this.#read.get(Math.floor(index / PAGE))?.[index % PAGE]
  }

  *known(): Generator<readonly [number, T]> {
    for (const [page, rows] of this.#read) for (const [at, row] of rows.entries()) yield [page * PAGE + at, row]
  }

  need(first: number, end: number): void {
    this.#seen = { first, end: Math.max(end, first + 1) }
    this.#readOn()
  }

  #readOn(): void {
    for (let page = Math.floor(this.#seen.first / PAGE); page * PAGE < this.#seen.end; page += 1) {
      if (this.#asked.size >= AT_ONCE) return
      void this.#get(page)
    }
  }

  /** Reads the visible rows again. Other rows are read again when they are shown, and keep their old content until then. */
  refresh(): void {
    for (const page of this.#read.keys()) this.#stale.add(page)
    this.need(this.#seen.first, this.#seen.end)
  }

  stop(): void {
    this.#gone.abort()
    this.#gone = new AbortController()
    this.#asked.clear()
  }

  async #get(page: number): Promise<void> {
    if (this.#asked.has(page) || (this.#read.has(page) && !this.#stale.has(page))) return
    this.#asked.add(page)
    this.#stale.delete(page)
    const { signal: gone } = this.#gone
    try {
      const { rows, total } = await this.#load(page * PAGE, PAGE, gone)
      if (gone.aborted) return
      this.#read.delete(page)
      this.#read.set(page, rows)
      this.#forget()
      this.count.value = total
      this.error.value = undefined
      this.version.value += 1
    } catch (error) {
      if (gone.aborted) return
      this.#asked.delete(page)
      this.error.value = error
      return
    }
    this.#asked.delete(page)
    this.#readOn()
  }

  #forget(): void {
    for (const page of this.#read.keys()) {
      if (this.#read.size <= MAX_PAGES) return
      this.#read.delete(page)
    }
  }
}
