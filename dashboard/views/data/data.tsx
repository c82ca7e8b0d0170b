import { useEffect, useMemo } from "preact/hooks"
import { type AnswerTo, ask } from "../../api/control.ts"
import { type Column, Grid } from "../../parts/grid.tsx"
import { Empty, Failure, ViewHead } from "../../parts/notice.tsx"
import { Pages } from "../../parts/pages.ts"
import { Shown } from "../../parts/shown.tsx"
import { Time } from "../../parts/time.tsx"
import { address, addressOf, go, withQuery, worldName } from "../../state/address.ts"
import { missed, onEvents } from "../../state/live.ts"
import { useResource } from "../../state/resource.ts"
import { dataTexts } from "../../texts/data.ts"
import { count } from "../../texts/language.ts"
import { Places } from "./places.tsx"

export type Datastore = AnswerTo<"GET /worlds/:w/datastores">["datastores"][number]
type Browsed = AnswerTo<"GET /worlds/:w/datastores/:d/items">

/** The datastores of the world and the items of one. */
export default function Data() {
  const t = dataTexts()
  const name = worldName.value
  const datastores = useResource(
    `datastores ${name}`,
    async (gone) => (await ask("GET /worlds/:w/datastores", { params: { w: name }, signal: gone })).datastores,
    ["change", "world"],
  )
  const [application, id] = address.value.place
  return (
    <Shown of={datastores}>
      {(all) => {
        const chosen =
          id === undefined
            ? all[0]
            : all.find(({ application_id, datastore_id }) => application_id === application && datastore_id === id)
        return (
          <>
            <ViewHead title={chosen?.name ?? t.title} about={chosen?.application} />
            <div class="with-list fills">
              <Places datastores={all} chosen={chosen?.d_id} />
              <div class="stack">
                {chosen !== undefined ? (
                  <Items key={chosen.d_id} datastore={chosen} />
                ) : id === undefined ? (
                  <Empty title={t.noDatastores}>{t.noDatastoresHint}</Empty>
                ) : (
                  <Empty title={t.noDatastore(id)} />
                )}
              </div>
            </div>
          </>
        )
      }}
    </Shown>
  )
}

function Items({ datastore }: { readonly datastore: Datastore }) {
  const t = dataTexts()
  const w = worldName.value
  const text = address.value.query.get("text") ?? ""
  const { pages, fields } = useMemo(() => {
    const known: { list: Browsed["fields"] } = { list: [] }
    const made = new Pages(async (offset, limit, gone) => {
      const answer = await ask("GET /worlds/:w/datastores/:d/items", {
        params: { w, d: datastore.d_id },
        query: { offset, limit, text },
        signal: gone,
      })
      known.list = answer.fields
      return { rows: answer.items, total: answer.total }
    })
    return { pages: made, fields: known }
  }, [w, datastore.d_id, text])
  useEffect(() => {
    pages.need(0, 1)
    const ends = [
      onEvents((events) => {
        if (events.some(({ kind }) => kind === "change")) pages.refresh()
      }),
      missed.subscribe((times) => {
        if (times > 0) pages.refresh()
      }),
      () => pages.stop(),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [pages])
  const total = pages.count.value
  const version = pages.version.value
  const columns = useMemo(() => columnsOf(fields.list, t), [fields, t, total === undefined])
  const seen = useMemo(() => (first: number, end: number) => pages.need(first, end), [pages])
  return (
    <>
      <search class="tools" aria-label={t.find}>
        <input
          type="search"
          aria-label={t.find}
          placeholder={t.find}
          value={text}
          onChange={({ currentTarget }) => go(withQuery({ text: currentTarget.value }), "replace")}
        />
        <span class="soft" role="status">
          {total === undefined ? "" : t.items(count(total))}
        </span>
      </search>
      {pages.error.value === undefined ? null : <Failure error={pages.error.value} retry={() => pages.refresh()} />}
      <div class="card master fills" data-version={version}>
        {total === 0 ? (
          <Empty title={text === "" ? t.empty : t.nothingFits} />
        ) : total === undefined ? null : (
          <Grid
            label={t.itemsOf(datastore.name)}
            columns={columns}
            count={total}
            rowAt={(index) => pages.rowAt(index)}
            keyOf={({ i_id }) => i_id}
            onSeen={seen}
          />
        )}
      </div>
    </>
  )
}

type Item = Browsed["items"][number]

const columnsOf = (fields: Browsed["fields"], t: ReturnType<typeof dataTexts>): readonly Column<Item>[] => [
  {
    key: "title",
    title: t.itemTitle,
    width: 180,
    grow: 1.4,
    cell: ({ title, i_id }) => title || <code>{i_id}</code>,
  },
  ...fields.map(({ field_id, name }) => ({
    key: field_id,
    title: name,
    width: 120,
    grow: 1,
    cell: ({ values }: Item) => String(values[field_id] ?? ""),
  })),
  { key: "rev_no", title: t.rev, width: 80, align: "end" as const, cell: ({ rev_no }) => rev_no },
  { key: "updated_at", title: t.updated, width: 172, cell: ({ updated_at }) => <Time at={updated_at} /> },
]

export const addressOfDatastore = ({ application_id, datastore_id }: Datastore): string =>
  addressOf("data", [application_id, datastore_id])
