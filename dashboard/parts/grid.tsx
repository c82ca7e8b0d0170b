import { signal, useSignal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { nextCell } from "./grid-keys.ts"
import { MARGIN, useReport, useSeenRows } from "./grid-rows.ts"

export interface Column<T> {
  readonly key: string
  readonly title: ComponentChildren
  /** Minimum width in pixels. */
  readonly width: number
  /** Share of the remaining width that the column gets. Default: none. */
  readonly grow?: number
  readonly align?: "end"
  /** Place of the cell in a card, as a CSS grid area. See `GridProps.cards`. */
  readonly card?: string
  /** Name of the column before its values in a card. Default: none. */
  readonly label?: string
  readonly sorted?: "ascending" | "descending" | undefined
  readonly onSort?: () => void
  cell(row: T, index: number): ComponentChildren
}

/** Rows that may have child rows. The right arrow key opens a row and the left one closes it. */
export interface Tree<T> {
  levelOf(row: T): number
  /** Returns whether the row's children are shown, or undefined if the row has no children. */
  isOpen(row: T): boolean | undefined
  toggle(row: T): void
}

export interface GridProps<T> {
  readonly label: string
  readonly columns: readonly Column<T>[]
  readonly count: number
  /** Returns undefined until the row has been read. */
  rowAt(index: number): T | undefined
  keyOf(row: T): string
  readonly onOpen?: (row: T, column: string) => void
  /** Called before the rows from `first` to `end` (exclusive) are shown. */
  readonly onSeen?: (first: number, end: number) => void
  readonly isSelected?: (row: T) => boolean
  readonly onSelect?: (row: T) => void
  readonly isCurrent?: (row: T) => boolean
  /** Handles keys that the grid does not handle. Returns true if it handled the key. */
  readonly onKey?: (event: KeyboardEvent, row: T, column: string) => boolean
  /** If true, cells get the focus instead of rows. */
  readonly byCell?: boolean
  readonly tree?: Tree<T>
  /** Returns the text of a row that only separates others. Undefined for all other rows. */
  separatorOf?(row: T): string | undefined
  readonly scroller?: { current: HTMLDivElement | null }
  /** Form of the rows in windows below 600 pixels: cards with all columns. Default: rows as in other windows. */
  readonly cards?: Cards
}

export interface Cards {
  /** Number of lines of a card. */
  readonly lines: number
  /** Columns of a card, as a CSS grid template. */
  readonly columns: string
}

const ROW_HEIGHT = 36
const LINE_HEIGHT = 26
/** Space above and below the lines of a card. */
const CARD_SPACE = 13

const narrow = matchMedia("(max-width: 599px)")
const isNarrow = signal(narrow.matches)
narrow.addEventListener("change", () => {
  isNarrow.value = narrow.matches
})

/** Height in pixels of a row, or of a card if the grid shows cards. */
export const heightOfRow = (cards: Cards | undefined): number =>
  cards !== undefined && isNarrow.value ? cards.lines * LINE_HEIGHT + CARD_SPACE : ROW_HEIGHT

const templateOf = (columns: readonly Column<never>[]): string =>
  columns.map(({ width, grow }) => (grow === undefined ? `${width}px` : `minmax(${width}px, ${grow}fr)`)).join(" ")

const isOnCell = (element: Element | null, grid: Element | null): boolean =>
  element !== null && grid?.contains(element) === true && element.matches("[role=row], [role=gridcell]")

/** Table of any length that renders only the visible rows. Arrow keys move the focus, Enter opens a row, and Space selects it. */
export function Grid<T>(props: GridProps<T>) {
  const { columns, count } = props
  const own = useRef<HTMLDivElement | null>(null)
  const { cards } = props
  const height = heightOfRow(cards)
  const isCards = cards !== undefined && isNarrow.value
  const scroller = props.scroller ?? own
  const seen = useSignal({ first: 0, end: 40 })
  const active = useSignal({ row: 0, column: 0 })
  const wantsFocus = useRef(false)

  const look = useSeenRows(scroller, seen, height)

  // At the end of the list, as many rows are rendered as elsewhere. Otherwise the focused row could be removed from the document.
  const drawn = seen.value.end - seen.value.first
  const end = Math.min(seen.value.end, count)
  const first = Math.max(0, end - drawn)
  useReport(props.onSeen, { first, end, count })

  // If the focused row is scrolled out of view, a visible row takes its place and the keys apply to that row.
  const isScrolledAway = active.value.row < first || active.value.row >= end
  const row = Math.max(0, isScrolledAway ? Math.min(first + MARGIN, end - 1) : active.value.row)
  const column = Math.min(active.value.column, columns.length - 1)
  useLayoutEffect(() => {
    if (!wantsFocus.current && !(isScrolledAway && isOnCell(document.activeElement, scroller.current))) return
    const cell = scroller.current?.querySelector<HTMLElement>("[data-active]")
    if (cell === null || cell === undefined) return
    wantsFocus.current = false
    cell.focus({ preventScroll: true })
  })

  const moveTo = (to: { row: number; column: number }) => {
    const element = scroller.current
    if (element === null) return
    const top = to.row * height
    const room = element.clientHeight - 2 * height
    if (top < element.scrollTop) element.scrollTop = top
    else if (top > element.scrollTop + room) element.scrollTop = top - room
    wantsFocus.current = true
    active.value = to
    look()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLElement && event.target.closest("form, input, select, textarea")) return
    const here = props.rowAt(row)
    const key = columns[column]?.key ?? ""
    if (here !== undefined && props.onKey?.(event, here, key) === true) {
      event.preventDefault()
      return
    }
    const branch = here === undefined || props.tree === undefined ? undefined : alongTree(event.key, row, here, props)
    if (branch !== undefined) {
      event.preventDefault()
      if (branch !== row) moveTo({ row: branch, column })
      return
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 2)
    const to = nextCell(event, { row, column }, { rows: count, columns: props.byCell ? columns.length : 1, page })
    if (to !== undefined) {
      event.preventDefault()
      moveTo(to)
    } else if (event.key === "Enter" && here !== undefined && event.target instanceof HTMLElement) {
      if (event.target.matches("button, a")) return
      event.preventDefault()
      props.onOpen?.(here, key)
    } else if (event.key === " " && here !== undefined && props.onSelect !== undefined) {
      event.preventDefault()
      props.onSelect(here)
    }
  }

  // Reuses the elements of rows that are scrolled out of view, because creating elements is the slowest step.
  const rows = []
  for (let index = first; index < end; index += 1) {
    const key = index % drawn
    rows.push(
      <GridRow
        key={key}
        grid={props}
        height={height}
        isCard={isCards}
        index={index}
        active={index === row ? column : undefined}
        onPick={moveTo}
      />,
    )
  }
  return (
    <div
      class={isCards ? "grid as-cards" : "grid"}
      role={props.tree === undefined ? "grid" : "treegrid"}
      aria-label={props.label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-multiselectable={props.onSelect === undefined ? undefined : true}
      ref={scroller}
      onScroll={look}
      onKeyDown={onKeyDown}
      style={{
        "--columns": templateOf(columns),
        "--width": `${columns.reduce((sum, { width }) => sum + width, 0)}px`,
        "--card-columns": cards?.columns,
        "--line-height": `${LINE_HEIGHT}px`,
      }}
    >
      <GridHead columns={columns} />
      <div class="grid-body" role="rowgroup" style={{ height: `${count * height}px` }}>
        {rows}
      </div>
    </div>
  )
}

/** Returns the index of the row to move to: the parent or first child, or the same row if the key opened or closed it. */
function alongTree<T>(key: string, at: number, row: T, { tree, rowAt }: GridProps<T>): number | undefined {
  const isOpen = tree?.isOpen(row)
  if (key === "ArrowRight" && isOpen === true) return at + 1
  if ((key === "ArrowRight" && isOpen === false) || (key === "ArrowLeft" && isOpen === true)) {
    tree?.toggle(row)
    return at
  }
  if (key !== "ArrowLeft" || tree === undefined) return undefined
  const level = tree.levelOf(row)
  for (let above = at - 1; above >= 0; above -= 1) {
    const one = rowAt(above)
    if (one !== undefined && tree.levelOf(one) < level) return above
  }
  return undefined
}

function GridHead<T>({ columns }: { readonly columns: readonly Column<T>[] }) {
  return (
    <div class="grid-head" role="rowgroup">
      <div class="grid-row" role="row" aria-rowindex={1}>
        {columns.map(({ key, title, align, sorted, onSort }) => (
          <div key={key} class={align === "end" ? "cell end" : "cell"} role="columnheader" aria-sort={sorted}>
            {onSort === undefined ? (
              title
            ) : (
              <button type="button" class="sort" onClick={onSort}>
                {title}
                <span aria-hidden="true">{sorted === "ascending" ? " ↑" : sorted === "descending" ? " ↓" : ""}</span>
              </button>
            )}
          </div>
        ))}
      </div>
    </div>
  )
}

interface RowProps<T> {
  readonly grid: GridProps<T>
  /** Height of the row in pixels. */
  readonly height: number
  readonly isCard: boolean
  readonly index: number
  /** Index of the focused column. Undefined if the focus is in another row. */
  readonly active: number | undefined
  onPick(to: { row: number; column: number }): void
}

function GridRow<T>({ grid, height, isCard, index, active, onPick }: RowProps<T>) {
  const row = grid.rowAt(index)
  const isSelected = row !== undefined && grid.isSelected?.(row) === true
  const isCurrent = row !== undefined && grid.isCurrent?.(row) === true
  const isHere = active !== undefined
  const separator = row === undefined ? undefined : grid.separatorOf?.(row)
  const classes = [
    "grid-row",
    separator === undefined ? "" : "separator",
    isSelected ? "selected" : "",
    isCurrent ? "current" : "",
    grid.onOpen ? "opens" : "",
  ]
  const rowFocus = grid.byCell ? {} : { tabIndex: isHere ? 0 : -1, ...(isHere ? { "data-active": "" } : {}) }
  const open = (event: MouseEvent, column: number) => {
    if (event.target instanceof Element && event.target.closest("form, button, a, input, select, textarea") !== null)
      return
    onPick({ row: index, column })
    if (row !== undefined && (!grid.byCell || event.detail === 2)) grid.onOpen?.(row, grid.columns[column]?.key ?? "")
  }
  return (
    <div
      class={classes.join(" ")}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={grid.isSelected === undefined ? undefined : isSelected}
      aria-current={isCurrent ? "true" : undefined}
      aria-level={row === undefined ? undefined : grid.tree?.levelOf(row)}
      aria-expanded={row === undefined ? undefined : grid.tree?.isOpen(row)}
      style={{ top: `${index * height}px`, height: `${height}px` }}
      {...rowFocus}
    >
      {separator !== undefined ? (
        <div class="cell" role="gridcell" aria-colspan={grid.columns.length}>
          {separator}
        </div>
      ) : (
        grid.columns.map((column, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of all its cells
          <div
            key={column.key}
            class={column.align === "end" ? "cell end" : "cell"}
            role="gridcell"
            tabIndex={grid.byCell ? (active === at ? 0 : -1) : undefined}
            data-active={grid.byCell && active === at ? "" : undefined}
            style={{ gridArea: isCard ? (column.card ?? "") : "" }}
            onClick={(event) => open(event, at)}
          >
            {isCard && column.label !== undefined ? <span class="card-label">{column.label} </span> : null}
            {row === undefined ? <span class="unread">…</span> : column.cell(row, index)}
          </div>
        ))
      )}
    </div>
  )
}
