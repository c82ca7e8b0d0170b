import { shellTexts } from "../texts/shell.ts"

/** An instant in the format of worlds: UTC, `YYYY-MM-DD HH:mm:ss`. */
export const inUtc = (at: string | number): string => {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString().slice(0, 19).replace("T", " ")
}

/** An instant, with the local time on hover. */
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
