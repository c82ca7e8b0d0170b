/** An event from an event stream. */
export interface ControlEvent {
  /** Position in the stream, to pass as `since`; null if the stream has no positions. */
  readonly id: string | null
  /** Type of the event. Default: `message`. */
  readonly event: string
  /** Data of the event, parsed from JSON. */
  readonly data: unknown
}

/** Yields events until the server ends the stream or the caller stops iterating. */
export async function* events(ask: () => Promise<Response>): AsyncGenerator<ControlEvent, void> {
  const { body } = await ask()
  if (body === null) return
  const decoder = new TextDecoder()
  // WebKit's streams are not async iterable.
  const reader = body.getReader()
  let text = ""
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      text += decoder.decode(read.value, { stream: true })
      const blocks = text.split("\n\n")
      text = blocks.pop() ?? ""
      for (const block of blocks) {
        const event = readEvent(block)
        if (event !== undefined) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Parses an event. Returns undefined if it has no data, e.g. for a comment that keeps the connection open. */
function readEvent(block: string): ControlEvent | undefined {
  const linesOf = (field: string) =>
    block
      .split("\n")
      .flatMap((line) => (line.startsWith(`${field}:`) ? [line.slice(field.length + 1).trimStart()] : []))
  const data = linesOf("data").join("\n")
  if (data === "") return undefined
  return { id: linesOf("id")[0] ?? null, event: linesOf("event")[0] ?? "message", data: JSON.parse(data) }
}
