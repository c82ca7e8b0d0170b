import type { Line } from "./log.ts"

/** A row of the list: a request, or a follow-up request below it. */
export interface Row {
  readonly line: Line
  /** 2: below another row. */
  readonly level: 1 | 2
  /** Lines below it, in the order in which they ended. */
  readonly beneath: readonly Line[]
}

/** The listed cause of a line: the request whose script called, or the entry of the clock. */
export function headsOf(lines: readonly Line[]): (line: Line) => Line | undefined {
  const byId = new Map<string, Line>()
  const byTrace = new Map<string, Line>()
  for (const line of lines) {
    if (line.cause !== undefined && line.method !== "CLOCK") continue
    byId.set(line.id, line)
    if (line.trace !== undefined) byTrace.set(line.trace, line)
  }
  // A script may continue after the response: the request was reported before it had a trace.
  for (const { cause, trace } of lines) {
    const head = cause?.kind === "script" && cause.id !== null ? byId.get(cause.id) : undefined
    if (head !== undefined && trace !== undefined) byTrace.set(trace, head)
  }
  return ({ id, trace }) => {
    const head = trace === undefined ? undefined : byTrace.get(trace)
    return head?.id === id ? undefined : head
  }
}

/** Lines, newest first; the follow-up requests of a line in `open` come after it. */
export function rowsOf(lines: readonly Line[], open: ReadonlySet<string>): readonly Row[] {
  if (lines.every(({ cause }) => cause === undefined)) return lines.map(alone)
  const headOf = headsOf(lines)
  const families = new Map<Line, Line[]>()
  for (const line of lines) {
    const head = headOf(line)
    if (head === undefined) continue
    const family = families.get(head)
    if (family === undefined) families.set(head, [line])
    else family.push(line)
  }
  return lines.flatMap((line): readonly Row[] => {
    if (headOf(line) !== undefined) return []
    const beneath = (families.get(line) ?? []).toReversed()
    const row: Row = { line, level: 1, beneath }
    return open.has(line.id) ? [row, ...beneath.map((one): Row => ({ line: one, level: 2, beneath: [] }))] : [row]
  })
}

const alone = (line: Line): Row => ({ line, level: 1, beneath: [] })
