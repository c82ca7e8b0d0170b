/** A row of a file, and the line it begins on, from 1: the header counts. */
interface FileRow {
  readonly line: number
  readonly cells: readonly string[]
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

/** A CSV file (RFC 4180) whose rows stand on the lines that they name, so that what is refused is refused by the same line. */
export function csvFile(header: readonly string[], rows: Iterable<FileRow>): Blob {
  const lines = [header.map(quoted).join(",")]
  let next = 1 + lineBreaks(lines[0] ?? "") + 1
  for (const { line, cells } of rows) {
    for (; next < line; next += 1) lines.push("")
    const text = cells.map(quoted).join(",")
    lines.push(text)
    next += 1 + lineBreaks(text)
  }
  return new Blob([lines.join("\r\n")], { type: "text/csv" })
}

const lineBreaks = (text: string): number => text.split(/\r\n|\n|\r/).length - 1
