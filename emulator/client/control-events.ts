/** An event of a stream. */
export interface ControlEvent {
  /** Where the stream can be gone on from: `since`. Null where it has none. */
  readonly id: string | null
  /** What kind of event; `message` where it has no name. */
  readonly event: string
  /** Its JSON. */
  readonly data: unknown
}

/** The events of a stream as they come, until the server ends it or the reader goes away. */
export async function* events(ask: () => Promise<Response>): AsyncGenerator<ControlEvent, void> {
  const { body } = await ask()
  if (body === null) return
  const decoder = new TextDecoder()
  // WebKit has no streams to loop over.
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

/** An event of its lines; undefined where it has no data, as comments that keep a connection open. */
function readEvent(block: string): ControlEvent | undefined {
  const linesOf = (field: string) =>
    block
      .split("\n")
      .flatMap((line) => (line.startsWith(`${field}:`) ? [line.slice(field.length + 1).trimStart()] : []))
  const data = linesOf("data").join("\n")
  if (data === "") return undefined
  return { id: linesOf("id")[0] ?? null, event: linesOf("event")[0] ?? "message", data: JSON.parse(data) }
}
