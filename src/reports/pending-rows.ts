import type { Shortcut } from "../items/index.ts"
import type { JoinedRow } from "./join-rows.ts"

type Test = (row: JoinedRow) => boolean

/** Joins the rows of the source items that the shortcuts leave. */
type Join = (shortcuts: readonly Shortcut[]) => readonly JoinedRow[]

/** Joined rows that fulfil conditions. They are joined when they are first read, because then all conditions narrow the source items. */
export class PendingRows {
  readonly #join: Join
  readonly #shortcuts: readonly Shortcut[]
  readonly #tests: readonly Test[]
  #rows: readonly JoinedRow[] | undefined

  constructor(join: Join, shortcuts: readonly Shortcut[] = [], tests: readonly Test[] = []) {
    this.#join = join
    this.#shortcuts = shortcuts
    this.#tests = tests
  }

  static of(rows: readonly JoinedRow[]): PendingRows {
    return new PendingRows(() => rows)
  }

  /** Returns the rows that pass a test. `shortcuts` find the source items of these rows. Without a test, may return other rows, too. */
  where(test: Test | null, shortcuts: readonly Shortcut[]): PendingRows {
    if (this.#rows !== undefined) return test === null ? this : PendingRows.of(this.#rows.filter(test))
    return new PendingRows(this.#join, [...this.#shortcuts, ...shortcuts], [...this.#tests, ...(test ? [test] : [])])
  }

  get rows(): readonly JoinedRow[] {
    this.#rows ??= this.#tests.reduce((rows, test) => rows.filter(test), this.#join(this.#shortcuts))
    return this.#rows
  }
}
