import { escapeHtml, foldCase, foldWidth, placesBeforeFolding } from "../../model/index.ts"
import type { Needle } from "./hits.ts"

const CONTEXT_CHARACTERS = 20
/** Maximum number of hits that one text's excerpt shows. */
const SHOWN_HITS = 20
/** Stands between excerpts of a text that are not adjacent. */
const GAP = "…"

interface Span {
  readonly from: number
  readonly to: number
}

/** Returns an HTML excerpt of the text with its hits (api.md section 10.1), or undefined if there is no hit. */
export function highlight(text: string, needle: Needle): string | undefined {
  const hits = hitsIn(text, needle)
  if (hits.length === 0) return undefined
  let html = ""
  let shownTo = 0
  for (const [at, { from, to }] of hits.entries()) {
    const before = wholeFrom(text, Math.max(shownTo, from - CONTEXT_CHARACTERS))
    if (at > 0 && before > shownTo) html += GAP
    const after = wholeTo(text, Math.min(hits[at + 1]?.from ?? text.length, to + CONTEXT_CHARACTERS))
    const hit = escapeHtml(text.slice(from, to))
    html += `${escapeHtml(text.slice(before, from))}<em class='searched_em'>${hit}</em>${escapeHtml(text.slice(to, after))}`
    shownTo = after
  }
  return html
}

function hitsIn(text: string, { folded }: Needle): Span[] {
  const usual = foldWidth(text)
  const searched = foldCase(usual)
  const hits: Span[] = []
  for (let from = searched.indexOf(folded); from >= 0 && hits.length < SHOWN_HITS; ) {
    const to = from + folded.length
    hits.push({ from, to })
    from = searched.indexOf(folded, to)
  }
  if (hits.length === 0 || usual === text) return hits
  const places = placesBeforeFolding(text)
  return hits.map(({ from, to }) => ({ from: places[from] ?? 0, to: places[to] ?? text.length }))
}

const isSecondHalf = (text: string, at: number): boolean => /^[\udc00-\udfff]/.test(text.slice(at, at + 1))

/** Returns `at`, or the next position if `at` is in the middle of a surrogate pair. */
const wholeFrom = (text: string, at: number): number => (at > 0 && isSecondHalf(text, at) ? at + 1 : at)

const wholeTo = (text: string, at: number): number => (isSecondHalf(text, at) ? at - 1 : at)
