import { type Signal, useSignal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import type { DayRow } from "../../parts/days.ts"
import { address } from "../../state/address.ts"
import { headsOf, type Row, rowsOf, withDays } from "./families.ts"
import type { Line } from "./log.ts"

interface Rows {
  readonly rows: readonly (Row | DayRow)[]
  /** IDs of requests with visible follow-ups. */
  readonly open: Signal<ReadonlySet<string>>
}

/** Returns the rows to show. Opens the causes of the selected line and of the trace in the address. */
export function useRows(lines: readonly Line[], chosen: string | undefined): Rows {
  const open = useSignal<ReadonlySet<string>>(new Set())
  const trace = address.value.query.get("trace")
  const ids = useMemo(() => headsToOpen(lines, chosen, trace), [lines, chosen, trace])
  useOpening(open, ids)
  const rows = useMemo(() => withDays(rowsOf(lines, open.value)), [lines, open.value])
  return { rows, open }
}

/** Returns the IDs of the requests that caused the selected line and the lines of a trace, separated by spaces. */
function headsToOpen(lines: readonly Line[], chosen: string | undefined, trace: string | undefined): string {
  if (chosen === undefined && trace === undefined) return ""
  const headOf = headsOf(lines)
  const line = lines.find(({ id }) => id === chosen)
  const heads = [...(line === undefined ? [] : [headOf(line)]), ...(trace === undefined ? [] : lines.map(headOf))]
  return [...new Set(heads.flatMap((head) => head?.id ?? []))].join(" ")
}

/** Opens requests. Outside `useRows`, because an effect keeps the variables of the function around it, such as all lines. */
function useOpening(open: Signal<ReadonlySet<string>>, ids: string): void {
  useEffect(() => {
    if (ids !== "") open.value = new Set([...open.peek(), ...ids.split(" ")])
  }, [ids])
}
