/** A request that was made of the demo world, and its answer. */
export interface RecordedExample {
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
