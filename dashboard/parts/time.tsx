import { shellTexts } from "../texts/shell.ts"

/** Formats an instant as `YYYY-MM-DD HH:mm:ss` in UTC, like all times in the dashboard. */
export const inUtc = (at: string | number): string => {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString().slice(0, 19).replace("T", " ")
}

/** Shows an instant in UTC, and in local time on hover. */
export function Time({ at, short = false }: { readonly at: string | number; readonly short?: boolean }) {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return <span>{String(at)}</span>
  const text = inUtc(at)
  return (
    <time dateTime={date.toISOString()} title={shellTexts().localTime(date.toLocaleString())} class="time">
      {short ? text.slice(11) : text}
    </time>
  )
}
