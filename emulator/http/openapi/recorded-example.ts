/** A request, its answer, and where and when it was answered: a file of `fixtures/recorded/`. */
export interface RecordedExample {
  /** The operation in the API's own spelling, e.g. `CreateItem`. */
  readonly operation: string
  /** Who answered: the path of the fixture whose world it was. */
  readonly source: string
  /** The day it was by the clock of that world. */
  readonly date: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: unknown
  /** The text parts, and the contents of the file part. */
  readonly form?: Readonly<Record<string, string>>
  readonly status: number
  readonly answer?: unknown
  readonly location?: string
  /** The content of an answer that is no JSON. */
  readonly text?: string
}
