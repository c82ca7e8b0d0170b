/** A page of the site as Markdown. */
export interface Page {
  /** Below `docs/`, e.g. `reference/operations/create-item.md`. */
  readonly path: string
  /** Its text, the heading first. */
  readonly text: string
}

/** What the first heading of a page says. */
export const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1]?.replaceAll("`", "") ?? ""

/** What a page is about: its first paragraph, as one line of plain words. */
export function descriptionOf(text: string): string {
  const prose = text.replaceAll(/^```.*?^```$/gms, "")
  const paragraphs = prose.split(/\n{2,}/).map((paragraph) => paragraph.trim())
  const first = paragraphs.find((paragraph) => /^[^#<|>!\s-]/.test(paragraph)) ?? ""
  return first
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*†‡]/g, "")
    .replaceAll(/\s+/g, " ")
}
