export interface RecordedExchange {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: unknown
  readonly form?: Readonly<Record<string, string>>
  readonly status: number
  readonly answer?: unknown
  readonly location?: string
  readonly text?: string
}

/** Content of a file in `fixtures/recorded/`: the recorded exchange on an operation's main path. */
export interface RecordedExample extends RecordedExchange {
  readonly operation: string
  /** Path of the fixture that the exchange was recorded with. */
  readonly source: string
  /** Date of the world's clock during the recording. */
  readonly date: string
  /** Recordings of the same request on the operation's other paths, in the order of these paths. */
  readonly elsewhere?: readonly RecordedExchange[]
}
