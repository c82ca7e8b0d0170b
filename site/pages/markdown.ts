/** Escapes a text for a table cell: puts it on one line, and escapes bars and angle brackets. */
export const cell = (text: string): string =>
  text
    .replaceAll("|", "\\|")
    .replaceAll("<", "&lt;")
    .replaceAll(/\s*\n\s*/g, " ")

/** Creates a table, or an empty text if there are no rows. Cells are used as they are. */
export function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ""
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n")
}

/** Formats a value as a JSON code block. */
export const jsonBlock = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``

/** Joins the parts of a page with blank lines between them, and leaves out empty parts. */
export const paragraphs = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join("\n\n")
