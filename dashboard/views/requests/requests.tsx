import { type Signal, useSignal } from "@preact/signals"
import { useEffect, useMemo, useRef } from "preact/hooks"
import { curlOf } from "../../parts/commands.ts"
import { type DayRow, isDay } from "../../parts/days.ts"
import { type Column, Grid, heightOfRow } from "../../parts/grid.tsx"
import { Icon } from "../../parts/icon.tsx"
import { Loading } from "../../parts/loading.tsx"
import { Empty, Failure, ViewHead } from "../../parts/notice.tsx"
import { address, addressOf, go, withQuery, worldName } from "../../state/address.ts"
import { missedEvents } from "../../state/live.ts"
import { useNames } from "../../state/names.ts"
import { requestTexts } from "../../texts/requests.ts"
import { COLUMNS_OF_OPEN_REQUEST, columnsOf, toggle } from "./columns.tsx"
import { NO_DATASTORES, useDatastores } from "./datastores.ts"
import { Detail } from "./detail.tsx"
import type { Row } from "./families.ts"
import { FILTERS, filterLines } from "./filter.ts"
import { type Line, Log } from "./log.ts"
import { useRows } from "./rows.ts"

export default function Requests() {
  const t = requestTexts()
  useNames()
  const record = address.value.query.get("record")
  const log = useMemo(() => new Log(worldName.peek(), record), [record])
  useEffect(() => log.follow(), [log])
  useEffect(
    () =>
      missedEvents.subscribe((times) => {
        if (times > 0) void log.read()
      }),
    [log],
  )
  const { place, query } = address.value
  const chosen = place[0]
  const lines = filterLines(log.lines.value, query)
  const isEmpty = log.isRead.value && log.lines.value.length === 0
  return (
    <>
      <ViewHead title={t.title} about={t.about} />
      <Filters lines={log.lines.value} shown={lines.length} />
      {log.error.value === undefined ? null : <Failure error={log.error.value} retry={() => void log.read()} />}
      <div class={chosen === undefined ? "split fills" : "split fills open"}>
        <div class="card master">
          {isEmpty ? (
            <Empty title={t.empty} command={curlOf("GET", "/api/v0/workspaces")}>
              {t.emptyHint}
            </Empty>
          ) : lines.length === 0 && log.isRead.value ? (
            <Empty title={t.nothingFits}>
              <a class="button" href={withQuery(Object.fromEntries(FILTERS.map((name) => [name, null])))}>
                {t.clearFilters}
              </a>
            </Empty>
          ) : !log.isRead.value && log.error.value === undefined ? (
            <Loading />
          ) : (
            <List log={log} lines={lines} chosen={chosen} />
          )}
        </div>
        {chosen === undefined ? null : <Detail key={chosen} id={chosen} />}
      </div>
    </>
  )
}

const filterLink = (name: string, value: string) => go(withQuery({ [name]: value }), "replace")

function Filters({ lines, shown }: { readonly lines: readonly Line[]; readonly shown: number }) {
  const t = requestTexts()
  const { query } = address.value
  const choices = (name: "operation" | "user") => {
    const asked = query.get(name)
    const all = new Set(lines.map((line) => line[name]).filter((value) => value !== null))
    if (asked !== undefined) all.add(asked)
    return [...all].sort()
  }
  return (
    <search class="tools" aria-label={t.filters}>
      <select
        aria-label={t.operation}
        value={query.get("operation") ?? ""}
        onChange={({ currentTarget }) => filterLink("operation", currentTarget.value)}
      >
        <option value="">{t.anyOperation}</option>
        {choices("operation").map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <select
        aria-label={t.status}
        value={query.get("outcome") ?? ""}
        onChange={({ currentTarget }) => filterLink("outcome", currentTarget.value)}
      >
        <option value="">{t.anyOutcome}</option>
        <option value="ok">{t.ok}</option>
        <option value="refused">{t.refused}</option>
        <option value="failed">{t.failed}</option>
      </select>
      <select
        aria-label={t.user}
        value={query.get("user") ?? ""}
        onChange={({ currentTarget }) => filterLink("user", currentTarget.value)}
      >
        <option value="">{t.anyUser}</option>
        {choices("user").map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <input
        type="search"
        aria-label={t.text}
        placeholder={t.text}
        value={query.get("text") ?? ""}
        onInput={({ currentTarget }) => filterLink("text", currentTarget.value)}
      />
      {query.has("trace") ? (
        <a class="button small" href={withQuery({ trace: null })}>
          {t.wholeTrace} <Icon name="close" />
        </a>
      ) : null}
      {query.has("record") ? (
        <a class="button small" href={withQuery({ record: null })}>
          {t.ofRecord(query.get("record") ?? "")} <Icon name="close" />
        </a>
      ) : null}
      <span class="soft" role="status">
        {t.shown(shown, lines.length)}
      </span>
    </search>
  )
}

const CARDS = { lines: 3, columns: "auto minmax(0, 1fr) minmax(0, 1fr) auto auto" }

const keyOf = (row: Row | DayRow): string => (isDay(row) ? `day ${row.day}` : row.line.id)

// The hooks of the list are functions of their own, because an effect or a memo keeps the variables of the function around it until its
// dependencies change. In `List`, they would keep lines in memory that the log has dropped.

/** Keeps the visible rows in place when rows are added above them. */
function useStillRows(scroller: { readonly current: HTMLDivElement | null }, rows: readonly (Row | DayRow)[]): void {
  const first = useRef<string | undefined>(undefined)
  useEffect(() => {
    const element = scroller.current
    const before = first.current
    first.current = rows[0] === undefined ? undefined : keyOf(rows[0])
    if (element === null || before === undefined || element.scrollTop < heightOfRow(CARDS)) return
    const come = rows.findIndex((row) => keyOf(row) === before)
    if (come > 0) element.scrollTop += come * heightOfRow(CARDS)
  }, [rows])
}

function useColumns(open: Signal<ReadonlySet<string>>, isBeside: boolean): readonly Column<Row | DayRow>[] {
  const t = requestTexts()
  const datastores = useDatastores() ?? NO_DATASTORES
  return useMemo(
    () =>
      columnsOf(t, { open, datastores })
        .filter(({ key }) => !isBeside || !COLUMNS_OF_OPEN_REQUEST.includes(key))
        .map(ofRequests),
    [t, open, isBeside, datastores],
  )
}

/** Limits a column's cells to requests. The grid shows separators without cells. */
const ofRequests = (column: Column<Row>): Column<Row | DayRow> => ({
  ...column,
  cell: (row, index) => (isDay(row) ? null : column.cell(row, index)),
})

function List({ log, lines, chosen }: { log: Log; lines: readonly Line[]; chosen: string | undefined }) {
  const t = requestTexts()
  const scroller = useRef<HTMLDivElement | null>(null)
  const isOver = useSignal(false)
  const hold = () => {
    log.isHeld = isOver.peek() && (scroller.current?.scrollTop ?? 0) < heightOfRow(CARDS)
    if (!log.isHeld) log.release()
  }
  const { rows, open } = useRows(lines, chosen)
  useStillRows(scroller, rows)
  const columns = useColumns(open, chosen !== undefined)
  return (
    <div
      class="fills"
      onPointerEnter={() => {
        isOver.value = true
        hold()
      }}
      onPointerLeave={() => {
        isOver.value = false
        hold()
      }}
    >
      {log.waiting.value.length === 0 ? null : (
        <button type="button" class="button small pending" onClick={() => log.release()}>
          {t.arrived(log.waiting.value.length)}
        </button>
      )}
      <Grid
        label={t.list}
        cards={CARDS}
        columns={columns}
        count={rows.length}
        rowAt={(index) => rows[index]}
        keyOf={keyOf}
        isCurrent={(row) => "line" in row && row.line.id === chosen}
        onOpen={(row) => {
          if ("line" in row) go(addressOf("requests", [row.line.id], Object.fromEntries(address.peek().query)))
        }}
        tree={{
          levelOf: (row) => ("line" in row ? row.level : 1),
          isOpen: (row) => ("line" in row && row.beneath.length > 0 ? open.value.has(row.line.id) : undefined),
          toggle: (row) => {
            if ("line" in row) toggle(open, row.line.id)
          },
        }}
        separatorOf={(row) => (isDay(row) ? row.day : undefined)}
        scroller={scroller}
      />
    </div>
  )
}
