/** Rows as a table of text, each column as wide as its widest cell. */
export function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = heads.some((head) => head !== "") ? [heads, ...rows] : rows
  const widths = heads.map((_, column) => Math.max(...all.map((row) => (row[column] ?? "").length)))
  const lines = all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "))
  return lines.map((line) => `${line.trimEnd()}\n`).join("")
}
