interface Cell {
  readonly row: number
  readonly column: number
}

interface Size {
  readonly rows: number
  readonly columns: number
  readonly page: number
}

const within = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value))

/** Returns the cell that a key moves the focus to. Returns undefined for keys that do not move it. */
export function nextCell(event: KeyboardEvent, { row, column }: Cell, { rows, columns, page }: Size): Cell | undefined {
  const isFar = event.ctrlKey || event.metaKey
  const isFlat = columns === 1
  const to = (toRow: number, toColumn: number): Cell => ({
    row: within(toRow, rows),
    column: within(toColumn, columns),
  })
  switch (event.key) {
    case "ArrowDown":
      return to(row + 1, column)
    case "ArrowUp":
      return to(row - 1, column)
    case "ArrowRight":
      return isFlat ? undefined : to(row, column + 1)
    case "ArrowLeft":
      return isFlat ? undefined : to(row, column - 1)
    case "PageDown":
      return to(row + page, column)
    case "PageUp":
      return to(row - page, column)
    case "Home":
      return isFar || isFlat ? to(0, isFlat ? 0 : column) : to(row, 0)
    case "End":
      return isFar || isFlat ? to(rows - 1, isFlat ? 0 : column) : to(row, columns - 1)
    default:
      return undefined
  }
}
