import { ask } from "../../api/control.ts"
import type { Person } from "../../api/person.ts"
import { addressOfItem, type Datastore, placeOf } from "../../items/datastore.ts"
import type { Details } from "../../items/details.ts"
import { type Item, onlyThese } from "../../items/list.ts"
import { appearanceOf } from "../../parts/fields/data-types.ts"
import { type Field, isWritable } from "../../parts/fields/field.ts"
import { Shown } from "../../parts/shown.tsx"
import { Time } from "../../parts/time.tsx"
import { worldName } from "../../state/address.ts"
import { actingAs } from "../../state/people.ts"
import { useResource } from "../../state/resource.ts"
import { dataTexts } from "../../texts/data.ts"
import { itemTexts } from "../../texts/item.ts"

interface Props {
  readonly details: Details
  readonly datastore: Datastore
  readonly datastores: readonly Datastore[]
  readonly id: string
  readonly person: Person
}

/** Items of a datastore with the same relation to the shown item. */
interface Relation {
  readonly kind: string
  readonly datastore: Datastore
  readonly ids: readonly string[]
}

/** Items of a datastore as a table, each with its relations to the shown item. */
interface Table {
  readonly datastore: Datastore
  readonly fields: readonly Field[]
  readonly rows: readonly { readonly item: Item; readonly kinds: string }[]
}

/** Maximum number of items in a table. */
const MAX_ITEMS = 20
/** Maximum number of fields in a table. */
const MAX_COLUMNS = 5
const MAX_LINKS = 200

/** Shows the items that this item links to, and those that refer to it by a link or lookup. Contains only items that the person may see. */
export function Related({ details, datastore, datastores, id, person }: Props) {
  const t = itemTexts()
  const linked: Relation[] = Object.values(details.linked_items ?? {}).flatMap(({ d_id, items }) => {
    const target = datastores.find((each) => each.d_id === d_id)
    const ids = items.map(({ i_id }) => i_id)
    return target === undefined || items.length === 0 ? [] : [{ kind: t.linksTo, datastore: target, ids }]
  })
  const tables = useResource(
    `related ${actingAs.value} ${id} ${linked.map(({ ids }) => ids.join()).join()}`,
    async (gone) => {
      const naming = await namedBy(person, datastore, datastores, id, gone)
      return tablesOf(person, [...linked, ...naming], gone)
    },
    ["change"],
  )
  return (
    <section class="card" aria-label={t.related}>
      <div class="card-head">
        <h2>{t.related}</h2>
      </div>
      <Shown of={tables}>
        {(all) =>
          all.length === 0 ? (
            <p class="card-body soft">{t.noRelated}</p>
          ) : (
            <div class="card-body form">
              {all.map((table) => (
                <RelatedTable key={table.datastore.d_id} table={table} />
              ))}
            </div>
          )
        }
      </Shown>
    </section>
  )
}

function RelatedTable({ table: { datastore, fields, rows } }: { readonly table: Table }) {
  const t = itemTexts()
  return (
    <section class="stack" aria-label={datastore.name}>
      <h3>{datastore.name}</h3>
      <div class="table-box cards-when-narrow" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{dataTexts().itemTitle}</th>
              {fields.map(({ field_id, name }) => (
                <th scope="col" key={field_id}>
                  {name}
                </th>
              ))}
              <th scope="col">{t.relation}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ item, kinds }) => (
              <tr key={item.i_id}>
                <th scope="row">
                  <a href={addressOfItem(datastore, item.i_id)}>{String(item.title || item.i_id)}</a>
                </th>
                {fields.map((field) => (
                  <td key={field.field_id} data-label={field.name}>
                    {shownCell(field, item[field.display_id])}
                  </td>
                ))}
                <td class="soft" data-label={t.relation}>
                  {kinds}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function shownCell(field: Field, value: unknown) {
  if (value === null || value === undefined || value === "") return ""
  const { control } = appearanceOf(field)
  if (control === "datetime") return <Time at={String(value)} />
  return control === "date" ? String(value).slice(0, 10) : String(value)
}

/** Reads the items of relations, one table for each datastore. Leaves out items that the person does not see. */
async function tablesOf(person: Person, relations: readonly Relation[], signal: AbortSignal): Promise<Table[]> {
  const byDatastore = Map.groupBy(relations, ({ datastore }) => datastore)
  const tables = await Promise.all(
    [...byDatastore].map(async ([datastore, all]) => {
      const kinds = new Map<string, string[]>()
      for (const { kind, ids } of all) {
        for (const id of ids) kinds.set(id, [...(kinds.get(id) ?? []), kind])
      }
      const answer = await person.look
        .itemList({
          params: placeOf(datastore),
          body: { conditions: onlyThese(kinds.keys()), page: 1, per_page: MAX_ITEMS, include_fields_data: true },
          signal,
        })
        .catch(() => undefined)
      const fields = Object.values(answer?.fields ?? {})
        .filter(isWritable)
        .sort((left, right) => left.fieldIndex - right.fieldIndex)
        .slice(0, MAX_COLUMNS)
      const rows = (answer?.items ?? []).map((item) => ({ item, kinds: (kinds.get(item.i_id) ?? []).join(", ") }))
      return { datastore, fields, rows }
    }),
  )
  return tables.filter(({ rows }) => rows.length > 0)
}

async function namedBy(
  person: Person,
  datastore: Datastore,
  datastores: readonly Datastore[],
  id: string,
  signal: AbortSignal,
): Promise<Relation[]> {
  const t = itemTexts()
  const { relations } = await ask("GET /worlds/:w/schema", { params: { w: worldName.peek() }, signal })
  const linking = await linkedBy(datastores, id, signal)
  const lookups = relations.filter(({ kind, to_d_id }) => kind === "lookup" && to_d_id === datastore.d_id)
  const found = await Promise.all(
    lookups.map(async ({ from_d_id, from_field }) => {
      const from = datastores.find(({ d_id }) => d_id === from_d_id)
      if (from === undefined || from_field === null) return []
      const { items } = await person.look
        .itemList({
          params: placeOf(from),
          body: { conditions: [{ id: from_field, search_value: [id] }], page: 1, per_page: MAX_ITEMS },
          signal,
        })
        .catch(() => ({ items: [] }))
      return items.length === 0
        ? []
        : [{ kind: t.namedBy(from_field), datastore: from, ids: items.map(({ i_id }) => i_id) }]
    }),
  )
  return [...linking, ...found.flat()]
}

/** Returns the items that link to this item. Leaves out lookups, which are found by searching the lookup fields. */
async function linkedBy(datastores: readonly Datastore[], id: string, signal: AbortSignal): Promise<Relation[]> {
  const t = itemTexts()
  const params = { w: worldName.peek(), i: id }
  const { links } = await ask("GET /worlds/:w/items/:i/linked-from", { params, query: { limit: MAX_LINKS }, signal })
  const byDatastore = Map.groupBy(
    links.filter(({ type }) => type !== "lookup"),
    ({ d_id }) => d_id,
  )
  return [...byDatastore].flatMap(([d_id, all]) => {
    const from = datastores.find((each) => each.d_id === d_id)
    const ids = [...new Set(all.map(({ i_id }) => i_id))].slice(0, MAX_ITEMS)
    return from === undefined ? [] : [{ kind: t.linkedBy, datastore: from, ids }]
  })
}
