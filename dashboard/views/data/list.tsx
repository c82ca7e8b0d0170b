import { useSignal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import type { Person } from "../../api/person.ts"
import { addressOfItem, type Datastore } from "../../items/datastore.ts"
import { csvOf, type Item, listItems } from "../../items/list.ts"
import { language } from "../../language.ts"
import { curlOf } from "../../parts/commands.ts"
import { save } from "../../parts/download.ts"
import { Grid } from "../../parts/grid.tsx"
import { Loading } from "../../parts/loading.tsx"
import { Empty, Failure } from "../../parts/notice.tsx"
import { address, go, withQuery } from "../../state/address.ts"
import { missedEvents, onEvents } from "../../state/live.ts"
import { attempt } from "../../state/undo.ts"
import { dataTexts } from "../../texts/data.ts"
import { count } from "../../texts/language.ts"
import { Bulk } from "./bulk.tsx"
import { cardsOf, columnsOf, ITEM_TITLE } from "./columns.tsx"
import { Conditions } from "./conditions.tsx"
import { Create } from "./create.tsx"
import { Paste, rowsIn } from "./paste.tsx"

const NO_IDS: ReadonlySet<string> = new Set()

export function Items({ datastore, person }: { readonly datastore: Datastore; readonly person: Person }) {
  const t = dataTexts()
  const { query } = address.value
  const where = query.get("where") ?? ""
  const sort = query.get("sort") ?? ""
  const selected = useSignal(NO_IDS)
  const isCreating = useSignal(false)
  const pasted = useSignal<readonly (readonly string[])[]>([])
  const editing = useSignal<{ readonly item: string; readonly field: string } | undefined>(undefined)
  const { pages, fields } = useMemo(
    () => listItems(person, datastore, { where, sort }),
    [person, datastore.d_id, where, sort, language.value],
  )
  useEffect(() => {
    pages.need(0, 1)
    const ends = [
      onEvents((events) => {
        if (events.some(({ kind }) => kind === "change" || kind === "fired")) pages.refresh()
      }),
      missedEvents.subscribe((times) => {
        if (times > 0) pages.refresh()
      }),
      () => pages.stop(),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [pages])
  const total = pages.count.value
  void pages.version.value
  const known = fields.list ?? []
  const shownNames = query.get("columns")?.split(",")
  const shown = known.filter(({ display_id, show_list }) => shownNames?.includes(display_id) ?? show_list)
  const toggle = (item: Item) => {
    const next = new Set(selected.peek())
    if (!next.delete(item.i_id)) next.add(item.i_id)
    selected.value = next
  }
  const columns = columnsOf({
    datastore,
    person,
    fields: shown,
    sort,
    selected: selected.value,
    toggle,
    editing: editing.value,
    onEdited: () => {
      editing.value = undefined
    },
  })
  const cards = cardsOf(shown)
  const seen = useMemo(() => (first: number, end: number) => pages.need(first, end), [pages])
  const download = () =>
    attempt(async () =>
      // Spreadsheets recognise UTF-8 by the byte order mark.
      save(`${datastore.datastore_id}.csv`, "text/csv", `\ufeff${await csvOf(person, datastore, { where, sort })}`),
    )
  const onPaste = (event: ClipboardEvent) => {
    if (event.target instanceof HTMLElement && event.target.matches("input, textarea, select")) return
    const rows = rowsIn(event.clipboardData?.getData("text/plain") ?? "")
    if (rows.length === 0) return
    event.preventDefault()
    pasted.value = rows
  }
  return (
    <>
      <div class="tools">
        <button
          type="button"
          class="button primary"
          onClick={() => {
            isCreating.value = true
          }}
        >
          {t.create}
        </button>
        <Conditions fields={known} where={where} />
        <ColumnChoice fields={known} shown={shown.map(({ display_id }) => display_id)} />
        <button type="button" class="button" onClick={() => void download()}>
          {t.csv}
        </button>
        <span class="soft" role="status">
          {total === undefined ? "" : t.items(count(total))}
        </span>
      </div>
      {selected.value.size === 0 ? null : (
        <Bulk
          datastore={datastore}
          person={person}
          ids={selected.value}
          onDone={() => {
            selected.value = NO_IDS
          }}
        />
      )}
      {pages.error.value === undefined ? null : <Failure error={pages.error.value} retry={() => pages.refresh()} />}
      <div class="card master fills" onPaste={onPaste}>
        {total === 0 ? (
          where === "" ? (
            <Empty
              title={t.empty}
              command={curlOf(
                "POST",
                `/api/v0/applications/${datastore.application_id}/datastores/${datastore.datastore_id}/items/new`,
                '{"item":{}}',
              )}
            >
              {t.emptyHint}
            </Empty>
          ) : (
            <Empty title={t.nothingFits}>
              <a class="button" href={withQuery({ where: null })}>
                {t.clear}
              </a>
            </Empty>
          )
        ) : total === undefined ? (
          pages.error.value === undefined ? (
            <Loading />
          ) : null
        ) : (
          <Grid
            byCell
            label={t.itemsOf(datastore.name)}
            cards={cards}
            columns={columns}
            count={total}
            rowAt={(index) => pages.rowAt(index)}
            keyOf={({ i_id }) => i_id}
            onSeen={seen}
            onOpen={({ i_id }, column) => {
              if (column === ITEM_TITLE) go(addressOfItem(datastore, i_id))
              else editing.value = { item: i_id, field: column }
            }}
            isSelected={({ i_id }) => selected.value.has(i_id)}
            onSelect={toggle}
            onKey={(event, { i_id }, column) => {
              if (event.key !== "F2") return false
              editing.value = { item: i_id, field: column }
              return true
            }}
          />
        )}
      </div>
      {isCreating.value ? (
        <Create
          datastore={datastore}
          person={person}
          onClose={() => {
            isCreating.value = false
          }}
        />
      ) : null}
      {pasted.value.length === 0 ? null : (
        <Paste
          datastore={datastore}
          person={person}
          fields={shown}
          rows={pasted.value}
          onClose={() => {
            pasted.value = []
          }}
        />
      )}
    </>
  )
}

interface ChoiceProps {
  readonly fields: readonly { readonly display_id: string; readonly name: string }[]
  readonly shown: readonly string[]
}

function ColumnChoice({ fields, shown }: ChoiceProps) {
  return (
    <details class="menu">
      <summary class="button">{dataTexts().columns}</summary>
      <div class="menu-body">
        {fields.map(({ display_id, name }) => (
          <label key={display_id} class="check">
            <input
              type="checkbox"
              checked={shown.includes(display_id)}
              onChange={({ currentTarget }) => {
                const chosen = currentTarget.checked ? [...shown, display_id] : shown.filter((id) => id !== display_id)
                go(withQuery({ columns: chosen.join(",") }), "replace")
              }}
            />
            {name}
          </label>
        ))}
      </div>
    </details>
  )
}
