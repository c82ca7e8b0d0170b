import type { Person } from "../../api/person.ts"
import { addressOfItem, type Datastore } from "../../items/datastore.ts"
import type { Item } from "../../items/list.ts"
import { appearanceOf } from "../../parts/fields/data-types.ts"
import { type Field, isWritable } from "../../parts/fields/field.ts"
import type { Column } from "../../parts/grid.tsx"
import { Time } from "../../parts/time.tsx"
import { go, withQuery } from "../../state/address.ts"
import { dataTexts } from "../../texts/data.ts"
import { CellEditor } from "./edit.tsx"

interface Wish {
  readonly datastore: Datastore
  readonly person: Person
  readonly fields: readonly Field[]
  readonly sort: string
  readonly selected: ReadonlySet<string>
  toggle(item: Item): void
  readonly editing: { readonly item: string; readonly field: string } | undefined
  onEdited(): void
}

/** Key of the column with the items' titles. No field can have this display ID. */
export const ITEM_TITLE = "#title"

const firstLine = 2

/** Returns the place of a column in a card: two columns in each line below the title. */
function placeInCard(at: number): string {
  const line = firstLine + Math.floor(at / 2)
  return at % 2 === 0 ? `${line} / 1 / auto / 3` : `${line} / 3 / auto / 4`
}

/** Returns the form of the cards of items: the title, the fields and the revision in pairs, and the time of the last change. */
export const cardsOf = (fields: readonly Field[]) => ({
  lines: firstLine + Math.ceil((fields.length + 1) / 2),
  columns: "24px minmax(0, 1fr) minmax(0, 1fr)",
})

function cellOf(field: Field, value: unknown) {
  if (value === null || value === undefined || value === "") return ""
  const text = String(value)
  const { control } = appearanceOf(field)
  if (control === "datetime") return <Time at={text} />
  return control === "date" ? text.slice(0, 10) : text
}

export function columnsOf({
  datastore,
  person,
  fields,
  sort,
  selected,
  toggle,
  editing,
  onEdited,
}: Wish): readonly Column<Item>[] {
  const t = dataTexts()
  const sorting = (id: string) => ({
    sorted: sort === id ? ("ascending" as const) : sort === `-${id}` ? ("descending" as const) : undefined,
    onSort: () => go(withQuery({ sort: sort === id ? `-${id}` : sort === `-${id}` ? null : id }), "replace"),
  })
  return [
    {
      key: "select",
      card: "1 / 1 / 2 / 2",
      title: <span class="unseen">{t.select}</span>,
      width: 40,
      cell: (item) => (
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={t.selectOf(String(item.title || item.i_id))}
          checked={selected.has(item.i_id)}
          onChange={() => toggle(item)}
        />
      ),
    },
    {
      key: ITEM_TITLE,
      card: "1 / 2 / 2 / 4",
      title: t.itemTitle,
      width: 180,
      grow: 1.4,
      ...sorting("title"),
      cell: ({ title, i_id }) => (
        <a href={addressOfItem(datastore, i_id)} tabIndex={-1}>
          {title || i_id}
        </a>
      ),
    },
    ...fields.map((field, at): Column<Item> => {
      const { width, align } = appearanceOf(field)
      return {
        key: field.display_id,
        card: placeInCard(at),
        label: field.name,
        title: field.name,
        width,
        grow: 1,
        ...(align === undefined ? {} : { align }),
        ...sorting(field.display_id),
        cell: (item) =>
          editing?.item === item.i_id && editing.field === field.display_id && isWritable(field) ? (
            <CellEditor datastore={datastore} person={person} field={field} item={item} onDone={onEdited} />
          ) : (
            cellOf(field, item[field.display_id])
          ),
      }
    }),
    {
      key: "rev_no",
      card: placeInCard(fields.length),
      label: t.rev,
      title: t.rev,
      width: 76,
      align: "end",
      cell: ({ rev_no }) => rev_no,
    },
    {
      key: "updated_at",
      card: `${firstLine + Math.ceil((fields.length + 1) / 2)} / 1 / auto / 4`,
      label: t.updated,
      title: t.updated,
      width: 190,
      ...sorting("updated_at"),
      cell: ({ updated_at }) => <Time at={updated_at} />,
    },
  ]
}
