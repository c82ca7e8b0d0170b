import { useSignal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import { MAIL_KINDS } from "../../../src/model/records/mail.ts"
import { ask } from "../../api/control.ts"
import { foldText } from "../../folded.ts"
import { baseUrl } from "../../parts/commands.ts"
import { type DayRow, isDay, separateDays } from "../../parts/days.ts"
import { type Column, Grid } from "../../parts/grid.tsx"
import { Badge, Empty, ViewHead } from "../../parts/notice.tsx"
import { Shown } from "../../parts/shown.tsx"
import { Time } from "../../parts/time.tsx"
import { address, addressOf, go, withQuery, worldName } from "../../state/address.ts"
import { useResource } from "../../state/resource.ts"
import { attempt, withUndo } from "../../state/undo.ts"
import { mailTexts } from "../../texts/mails.ts"
import { Box, type MailLine } from "./box.ts"
import { Letter } from "./letter.tsx"

const WAIT_MS = 30_000

export default function Mails() {
  const t = mailTexts()
  const name = worldName.value
  const box = useMemo(() => new Box(name), [name])
  const mails = useResource(`mails ${name}`, (gone) => box.refresh(gone), ["mail"])
  const { place } = address.value
  const chosen = place[0]
  const deleteAll = () =>
    attempt(async () => {
      await withUndo(t.deletedAll, () => ask("DELETE /worlds/:w/mails", { params: { w: name } }))
      box.forget()
      go(addressOf("mails"))
    })
  return (
    <>
      <ViewHead title={t.title} about={t.about}>
        <WaitForNext key={name} world={name} last={mails.value.value?.[0]?.id} />
        <button
          type="button"
          class="button danger"
          disabled={mails.value.value?.length === 0}
          onClick={() => void deleteAll()}
        >
          {t.deleteAll}
        </button>
      </ViewHead>
      <Shown of={mails} early={box.latest.value}>
        {(all) => {
          const lines = filterMails(all, address.value.query)
          return (
            <>
              <Filters shown={lines.length} all={all.length} />
              <div class={chosen === undefined ? "split fills" : "split fills open"}>
                <div class="card master">
                  <List all={all} lines={lines} chosen={chosen} />
                </div>
                {chosen === undefined ? null : <Letter key={chosen} id={chosen} onGone={() => box.forget()} />}
              </div>
            </>
          )
        }}
      </Shown>
    </>
  )
}

function filterMails(all: readonly MailLine[], query: ReadonlyMap<string, string>): readonly MailLine[] {
  const kind = query.get("kind")
  const to = foldText(query.get("to") ?? "")
  const text = foldText(query.get("text") ?? "")
  if (kind === undefined && to === "" && text === "") return all
  return all.filter(
    (mail) => (kind === undefined || mail.kind === kind) && foldText(mail.to).includes(to) && mail.found.includes(text),
  )
}

const filterBy = (name: string, value: string) => go(withQuery({ [name]: value }), "replace")

function Filters({ shown, all }: { readonly shown: number; readonly all: number }) {
  const t = mailTexts()
  const { query } = address.value
  return (
    <search class="tools" aria-label={t.filters}>
      <select
        aria-label={t.kind}
        value={query.get("kind") ?? ""}
        onChange={({ currentTarget }) => filterBy("kind", currentTarget.value)}
      >
        <option value="">{t.anyKind}</option>
        {MAIL_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {t[kind]}
          </option>
        ))}
      </select>
      <input
        type="search"
        aria-label={t.to}
        placeholder={t.to}
        value={query.get("to") ?? ""}
        onInput={({ currentTarget }) => filterBy("to", currentTarget.value)}
      />
      <input
        type="search"
        aria-label={t.text}
        placeholder={t.text}
        value={query.get("text") ?? ""}
        onInput={({ currentTarget }) => filterBy("text", currentTarget.value)}
      />
      <span class="soft" role="status">
        {t.shown(shown, all)}
      </span>
    </search>
  )
}

const COLUMNS = (t: ReturnType<typeof mailTexts>): readonly Column<MailLine>[] => [
  { key: "at", card: "3 / 1 / 4 / 3", title: t.at, width: 190, cell: ({ at }) => <Time at={at} /> },
  {
    key: "kind",
    card: "3 / 3 / 4 / 5",
    title: t.kind,
    width: 170,
    cell: ({ kind }) => <Badge tone="accent">{t[kind]}</Badge>,
  },
  { key: "subject", card: "1 / 1 / 2 / 5", title: t.subject, width: 200, grow: 2, cell: ({ subject }) => subject },
  {
    key: "to",
    card: "2 / 1 / 3 / 5",
    title: t.to,
    width: 160,
    grow: 1,
    cell: ({ to }) => <span class="soft">{to}</span>,
  },
]

/** Limits a column's cells to mails. The grid shows separators without cells. */
const ofMails = (column: Column<MailLine>): Column<MailLine | DayRow> => ({
  ...column,
  cell: (row, index) => (isDay(row) ? null : column.cell(row, index)),
})

const CARDS = { lines: 3, columns: "auto minmax(0, 1fr) auto auto" }

interface ListProps {
  readonly all: readonly MailLine[]
  readonly lines: readonly MailLine[]
  readonly chosen: string | undefined
}

function List({ all, lines, chosen }: ListProps) {
  const t = mailTexts()
  const columns = useMemo(() => COLUMNS(t).map(ofMails), [t])
  const rows = useMemo(() => separateDays(lines, ({ at }) => at), [lines])
  if (all.length === 0) {
    return (
      <Empty
        title={t.empty}
        command={`curl -X POST -H 'Content-Type: application/json' -d '{"email":"mina@hikari.example"}' ${baseUrl()}/api/v0/users/password/forgot`}
      >
        {t.emptyHint}
      </Empty>
    )
  }
  if (lines.length === 0) {
    return (
      <Empty title={t.nothingFits}>
        <a class="button" href={withQuery({ kind: null, to: null, text: null })}>
          {t.clearFilters}
        </a>
      </Empty>
    )
  }
  return (
    <Grid
      label={t.list}
      cards={CARDS}
      columns={columns}
      count={rows.length}
      rowAt={(index) => rows[index]}
      keyOf={(row) => (isDay(row) ? `day ${row.day}` : row.id)}
      isCurrent={(row) => !isDay(row) && row.id === chosen}
      onOpen={(row) => {
        if (!isDay(row)) go(addressOf("mails", [row.id], Object.fromEntries(address.peek().query)))
      }}
      separatorOf={(row) => (isDay(row) ? row.day : undefined)}
    />
  )
}

/** Opens the next mail that arrives. Stops waiting when the user cancels or leaves the view. */
function WaitForNext({ world, last }: { readonly world: string; readonly last: string | undefined }) {
  const t = mailTexts()
  const waiting = useSignal<AbortController | undefined>(undefined)
  const stop = () => {
    waiting.peek()?.abort()
    waiting.value = undefined
  }
  useEffect(() => stop, [])
  const nextMail = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      const query = { since: last, wait_ms: WAIT_MS }
      const { mails } = await ask("GET /worlds/:w/mails", { params: { w: world }, query, signal })
      const [next] = mails
      if (next === undefined) continue
      go(addressOf("mails", [next.id]))
      return
    }
  }
  const wait = async () => {
    const wish = new AbortController()
    const { signal } = wish
    waiting.value = wish
    await attempt(() =>
      nextMail(signal).catch((error: unknown) => {
        if (!signal.aborted) throw error
      }),
    )
    if (!signal.aborted) waiting.value = undefined
  }
  return (
    <button type="button" class="button" onClick={() => (waiting.value === undefined ? void wait() : stop())}>
      {waiting.value === undefined ? t.waiting : t.stopWaiting}
    </button>
  )
}
