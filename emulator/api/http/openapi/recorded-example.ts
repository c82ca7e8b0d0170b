/** A request, and its answer. */
export interface RecordedExchange {
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

/** A request by the operation's main path, where and when it was answered, and the same by its other paths: a file of `fixtures/recorded/`. */
export interface RecordedExample extends RecordedExchange {
  /** The operation in the API's own spelling, e.g. `CreateItem`. */
  readonly operation: string
  /** Who answered: the path of the fixture whose world it was. */
  readonly source: string
  /** The day it was by the clock of that world. */
  readonly date: string
  /** By the operation's other paths, in their order. */
  readonly elsewhere?: readonly RecordedExchange[]
}
