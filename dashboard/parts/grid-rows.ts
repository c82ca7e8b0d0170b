import type { Signal } from "@preact/signals"
import { useEffect } from "preact/hooks"

/**
 * Effects of the grid. They are outside the component, because an effect keeps the variables of the function around it until its
 * dependencies change. In the component, an effect would keep all rows of an earlier render in memory.
 */

/** Number of rows that are rendered above and below the visible ones. */
export const MARGIN = 5

interface Scroller {
  readonly current: HTMLDivElement | null
}

interface Rows {
  readonly first: number
  /** Exclusive. */
  readonly end: number
}

/** Keeps `seen` up to date when the element's size changes. Returns a function that does so after a scroll. */
export function useSeenRows(scroller: Scroller, seen: Signal<Rows>, height: number): () => void {
  const look = () => {
    const element = scroller.current
    if (element === null) return
    const first = Math.max(0, Math.floor(element.scrollTop / height) - MARGIN)
    const end = first + Math.ceil(element.clientHeight / height) + 2 * MARGIN
    const before = seen.peek()
    if (first !== before.first || end !== before.end) seen.value = { first, end }
  }
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [height])
  return look
}

/** Calls `onSeen` before other rows are shown. */
export function useReport(
  onSeen: ((first: number, end: number) => void) | undefined,
  { first, end, count }: Rows & { readonly count: number },
): void {
  useEffect(() => onSeen?.(first, end), [first, end, count, onSeen])
}
