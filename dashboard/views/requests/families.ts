import { type DayRow, separateDays } from "../../parts/days.ts"
import type { Line } from "./log.ts"

/** A row of the request list: a request, or a follow-up request below the request that caused it. */
export interface Row {
  readonly line: Line
  /** 1 for a request, 2 for a follow-up request. */
  readonly level: 1 | 2
  /** Follow-up requests, in the order in which they ended. */
  readonly beneath: readonly Line[]
}

/** Returns a function that finds the cause of a log line: the request whose script made it, or the clock's event. */
export function headsOf(lines: readonly Line[]): (line: Line) => Line | undefined {
  const byId = new Map<string, Line>()
  const byTrace = new Map<string, Line>()
  for (const line of lines) {
    if (line.cause !== undefined && line.method !== "CLOCK") continue
    byId.set(line.id, line)
    if (line.trace !== undefined) byTrace.set(line.trace, line)
  }
  // Needed for scripts that continue after the response: their request was logged before it had a trace.
  for (const { cause, trace } of lines) {
    const head = cause?.kind === "script" && cause.id !== null ? byId.get(cause.id) : undefined
    if (head !== undefined && trace !== undefined) byTrace.set(trace, head)
  }
  return ({ id, trace }) => {
    const head = trace === undefined ? undefined : byTrace.get(trace)
    return head?.id === id ? undefined : head
  }
}

/** Returns the rows to show, newest first. If a request's ID is in `open`, its follow-up requests come after it. */
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
    const beneath = families.get(line)?.toReversed() ?? NONE
    const row: Row = { line, level: 1, beneath }
    return open.has(line.id) ? [row, ...beneath.map((one): Row => ({ line: one, level: 2, beneath: NONE }))] : [row]
  })
}

/** Adds a separator where the day changes between two requests. Follow-up requests belong to the request above them. */
export const withDays = (rows: readonly Row[]): readonly (Row | DayRow)[] =>
  separateDays(rows, ({ level, line }) => (level === 2 ? undefined : line.at))

const NONE: readonly Line[] = []

const alone = (line: Line): Row => ({ line, level: 1, beneath: NONE })
