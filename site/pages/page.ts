/** A page of the site as Markdown. */
export interface Page {
  /** The page's path below `docs/`, e.g. `reference/operations/create-item.md`. */
  readonly path: string
  /** The page's Markdown, which starts with its heading. */
  readonly text: string
}

/** Returns the text of a page's first heading. */
export const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1]?.replaceAll("`", "") ?? ""

/** Returns a page's first paragraph as one line of plain text. */
export function descriptionOf(text: string): string {
  const prose = text.replaceAll(/^```.*?^```$/gms, "")
  const paragraphs = prose.split(/\n{2,}/).map((paragraph) => paragraph.trim())
  const first = paragraphs.find((paragraph) => /^[^#<|>!\s-]/.test(paragraph)) ?? ""
  return first
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*†‡]/g, "")
    .replaceAll(/\s+/g, " ")
}
