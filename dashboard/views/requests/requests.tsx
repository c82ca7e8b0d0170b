import { useSignal } from "@preact/signals"
import { useEffect, useMemo, useRef } from "preact/hooks"
import { curlOf } from "../../parts/commands.ts"
import { type Column, Grid, ROW_HEIGHT } from "../../parts/grid.tsx"
import { Icon } from "../../parts/icon.tsx"
import { Empty, Failure, ViewHead } from "../../parts/notice.tsx"
import { Status } from "../../parts/outcome.tsx"
import { Time } from "../../parts/time.tsx"
import { address, addressOf, go, withQuery, worldName } from "../../state/address.ts"
import { missed } from "../../state/live.ts"
import { requestTexts } from "../../texts/requests.ts"
import { Detail } from "./detail.tsx"
import { FILTERS, fitting } from "./filter.ts"
import { type Line, Log } from "./log.ts"

/** The request log, live, and one request of it. */
export default function Requests() {
  const t = requestTexts()
  const record = address.value.query.get("record")
  const log = useMemo(() => new Log(worldName.peek(), record), [record])
  useEffect(() => log.follow(), [log])
  useEffect(
    () =>
      missed.subscribe((times) => {
        if (times > 0) void log.read()
      }),
    [log],
  )
  const { place, query } = address.value
  const chosen = place[0]
  const lines = fitting(log.lines.value, query)
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

const COLUMNS = (t: ReturnType<typeof requestTexts>): readonly Column<Line>[] => [
  { key: "at", title: t.time, width: 92, cell: ({ at }) => <Time at={at} short /> },
  { key: "status", title: t.status, width: 72, cell: ({ status }) => <Status status={status} /> },
  {
    key: "operation",
    title: t.operation,
    width: 180,
    grow: 1.2,
    cell: ({ operation, method, path, cause }) => (
      <>
        {cause === undefined ? null : <span class="soft">↳ </span>}
        {operation ?? <span class="soft">{`${method} ${path}`}</span>}
      </>
    ),
  },
  {
    key: "user",
    title: t.user,
    width: 120,
    grow: 1,
    cell: ({ user }) => <span class="soft">{user ?? "–"}</span>,
  },
  {
    key: "effects",
    title: t.effects,
    width: 160,
    grow: 1.6,
    cell: ({ effects }) => (
      <span class="soft">{`${effects[0] ?? ""}${effects.length > 1 ? ` (+${effects.length - 1})` : ""}`}</span>
    ),
  },
  { key: "ms", title: t.ms, width: 80, align: "end", cell: ({ ms }) => ms },
]

function List({ log, lines, chosen }: { log: Log; lines: readonly Line[]; chosen: string | undefined }) {
  const t = requestTexts()
  const scroller = useRef<HTMLDivElement | null>(null)
  const isOver = useSignal(false)
  const before = useRef(lines)
  const hold = () => {
    log.isHeld = isOver.peek() && (scroller.current?.scrollTop ?? 0) < ROW_HEIGHT
    if (!log.isHeld) log.release()
  }
  // What is read stays where it is when lines come in above it.
  useEffect(() => {
    const element = scroller.current
    const first = before.current[0]
    before.current = lines
    if (element === null || first === undefined || element.scrollTop < ROW_HEIGHT) return
    const come = lines.findIndex(({ id }) => id === first.id)
    if (come > 0) element.scrollTop += come * ROW_HEIGHT
  }, [lines])
  const columns = useMemo(() => COLUMNS(t), [t])
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
        columns={columns}
        count={lines.length}
        rowAt={(index) => lines[index]}
        keyOf={({ id }) => id}
        isCurrent={({ id }) => id === chosen}
        onOpen={({ id }) => go(addressOf("requests", [id], Object.fromEntries(address.peek().query)))}
        scroller={scroller}
      />
    </div>
  )
}
