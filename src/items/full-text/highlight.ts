import { foldCase } from "../../texts/fold-case.ts"
import type { Needle } from "../../full-text/needle.ts"

/** Characters shown on either side of a hit. */
const AROUND = 20
/** So many hits of one text are shown: it may be nothing but hits. */
const SHOWN_HITS = 20
/** Between parts of a text that were not neighbours. */
const GAP = "…"

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string)

interface Span {
  readonly from: number
  readonly to: number
}

/** The hits in a text with what is around them, as HTML (api.md section 10.1); undefined without a hit. */
export function highlight(text: string, needle: Needle): string | undefined {
  const hits = hitsIn(text, needle)
  if (hits.length === 0) return undefined
  let html = ""
  let shownTo = 0
  for (const [at, { from, to }] of hits.entries()) {
    const before = wholeFrom(text, Math.max(shownTo, from - AROUND))
    if (at > 0 && before > shownTo) html += GAP
    const after = wholeTo(text, Math.min(hits[at + 1]?.from ?? text.length, to + AROUND))
    const hit = escapeHtml(text.slice(from, to))
    html += `${escapeHtml(text.slice(before, from))}<em class='searched_em'>${hit}</em>${escapeHtml(text.slice(to, after))}`
    shownTo = after
  }
  return html
}

function hitsIn(text: string, { folded }: Needle): Span[] {
  const searched = foldCase(text)
  const hits: Span[] = []
  for (let from = searched.indexOf(folded); from >= 0 && hits.length < SHOWN_HITS; ) {
    const to = from + folded.length
    hits.push({ from, to })
    from = searched.indexOf(folded, to)
  }
  return hits
}

const isSecondHalf = (text: string, at: number): boolean => /^[\udc00-\udfff]/.test(text.slice(at, at + 1))

/** Where to begin so that no character is cut in half. */
const wholeFrom = (text: string, at: number): number => (at > 0 && isSecondHalf(text, at) ? at + 1 : at)

const wholeTo = (text: string, at: number): number => (isSecondHalf(text, at) ? at - 1 : at)
