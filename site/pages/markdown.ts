/** A text in a cell of a table: on one line, its bars no ends of cells, its angles no tags. */
export const cell = (text: string): string =>
  text
    .replaceAll("|", "\\|")
    .replaceAll("<", "&lt;")
    .replaceAll(/\s*\n\s*/g, " ")

/** A table; nothing where there are no rows. Cells are written as they are. */
export function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ""
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n")
}

/** A value as a block of JSON. */
export const jsonBlock = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``

/** Parts of a page, a blank line between; empty ones are left out. */
export const paragraphs = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join("\n\n")
