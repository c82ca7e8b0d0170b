import { ask } from "../../api/control.ts"
import type { Person } from "../../api/person.ts"
import { addressOfItem, type Datastore, placeOf } from "../../items/datastore.ts"
import type { Details } from "../../items/details.ts"
import { Shown } from "../../parts/shown.tsx"
import { worldName } from "../../state/address.ts"
import { actingAs } from "../../state/people.ts"
import { useResource } from "../../state/resource.ts"
import { itemTexts } from "../../texts/item.ts"

interface Props {
  readonly details: Details
  readonly datastore: Datastore
  readonly datastores: readonly Datastore[]
  readonly id: string
  readonly person: Person
}

interface Relation {
  readonly title: string
  readonly datastore: Datastore
  readonly items: readonly { readonly i_id: string; readonly title: unknown }[]
}

const MOST = 20
const MOST_LINKS = 200

/** Shows the items that this item links to, and those that refer to it by a link or lookup. Contains only items that the person may see. */
export function Related({ details, datastore, datastores, id, person }: Props) {
  const t = itemTexts()
  const linked: Relation[] = Object.values(details.linked_items ?? {}).flatMap(({ d_id, ds_name, items }) => {
    const target = datastores.find((each) => each.d_id === d_id)
    return target === undefined || items.length === 0 ? [] : [{ title: t.linksTo(ds_name), datastore: target, items }]
  })
  const naming = useResource(
    `naming ${actingAs.value} ${id}`,
    (gone) => namedBy(person, datastore, datastores, id, gone),
    ["change"],
  )
  return (
    <section class="card" aria-label={t.related}>
      <div class="card-head">
        <h2>{t.related}</h2>
      </div>
      <Shown of={naming}>
        {(named) => {
          const all = [...linked, ...named]
          if (all.length === 0) return <p class="card-body soft">{t.noRelated}</p>
          return (
            <div class="card-body form">
              {all.map((relation) => (
                <section key={relation.title} class="stack">
                  <h3>{relation.title}</h3>
                  <ul class="plain-list">
                    {relation.items.map((item) => (
                      <li key={item.i_id}>
                        <a href={addressOfItem(relation.datastore, item.i_id)}>{String(item.title || item.i_id)}</a>
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
            </div>
          )
        }}
      </Shown>
    </section>
  )
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
  const linking = await linkedBy(person, datastores, id, signal)
  const lookups = relations.filter(({ kind, to_d_id }) => kind === "lookup" && to_d_id === datastore.d_id)
  const found = await Promise.all(
    lookups.map(async ({ from_d_id, from_field }) => {
      const from = datastores.find(({ d_id }) => d_id === from_d_id)
      if (from === undefined || from_field === null) return []
      const { items } = await person.look
        .itemList({
          params: placeOf(from),
          body: { conditions: [{ id: from_field, search_value: [id] }], page: 1, per_page: MOST },
          signal,
        })
        .catch(() => ({ items: [] }))
      return items.length === 0 ? [] : [{ title: t.namedBy(from.name, from_field), datastore: from, items }]
    }),
  )
  return [...linking, ...found.flat()]
}

/** Returns the items that link to this item. Leaves out lookups, which are found by searching the lookup fields. */
async function linkedBy(
  person: Person,
  datastores: readonly Datastore[],
  id: string,
  signal: AbortSignal,
): Promise<Relation[]> {
  const t = itemTexts()
  const params = { w: worldName.peek(), i: id }
  const { links } = await ask("GET /worlds/:w/items/:i/linked-from", { params, query: { limit: MOST_LINKS }, signal })
  const byDatastore = Map.groupBy(
    links.filter(({ type }) => type !== "lookup"),
    ({ d_id }) => d_id,
  )
  const found = await Promise.all(
    [...byDatastore].map(async ([d_id, all]) => {
      const from = datastores.find((each) => each.d_id === d_id)
      if (from === undefined) return []
      const ids = [...new Set(all.map(({ i_id }) => i_id))].slice(0, MOST)
      const { items } = await person.look
        .itemList({
          params: placeOf(from),
          body: { conditions: [{ id: "i_id", search_value: ids }], page: 1, per_page: MOST },
          signal,
        })
        .catch(() => ({ items: [] }))
      return items.length === 0 ? [] : [{ title: t.linkedBy(from.name), datastore: from, items }]
    }),
  )
  return found.flat()
}
