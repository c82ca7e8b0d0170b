import type { WireCondition, WireListItem } from "../../emulator/api/index.ts"
import type { Person } from "../api/person.ts"
import type { Field } from "../parts/fields/field.ts"
import { Pages } from "../parts/pages.ts"
import { type Datastore, placeOf } from "./datastore.ts"
import { withFileNames } from "./file-names.ts"

export type Item = WireListItem
export type Condition = WireCondition

/** Filter and order of an item list, as in the page's address. */
export interface Asked {
  /** JSON of conditions in the API's format. */
  readonly where: string
  /** ID of the field to sort by. A `-` in front reverses the order. */
  readonly sort: string
}

export function conditionsIn(where: string): readonly Condition[] {
  try {
    const value: unknown = JSON.parse(where)
    return Array.isArray(value) ? value.filter((element) => typeof element === "object" && element !== null) : []
  } catch {
    return []
  }
}

const bodyOf = ({ where, sort }: Asked) => ({
  conditions: [...conditionsIn(where)],
  ...(sort === ""
    ? {}
    : {
        sort_fields: [
          { id: sort.replace(/^-/, ""), order: sort.startsWith("-") ? ("desc" as const) : ("asc" as const) },
        ],
      }),
})

/** Reads a datastore's items page by page, as the person sees them. The first page also contains the fields. */
export function listItems(person: Person, datastore: Datastore, asked: Asked) {
  const fields: { list: readonly Field[] | undefined } = { list: undefined }
  const pages = new Pages<Item>(async (offset, limit, signal) => {
    const answer = await person.look.itemList({
      params: placeOf(datastore),
      body: {
        ...bodyOf(asked),
        page: offset / limit + 1,
        per_page: limit,
        include_fields_data: fields.list === undefined,
      },
      signal,
    })
    if (answer.fields !== undefined) {
      fields.list = Object.values(answer.fields).sort((left, right) => left.fieldIndex - right.fieldIndex)
    }
    const rows = await withFileNames(person, datastore, fields.list ?? [], answer.items, signal)
    return { rows, total: answer.totalItems }
  })
  return { pages, fields }
}

/** Exports items as CSV. Option labels are in the world's language, so that ImportItems can read the file. */
export const csvOf = (person: Person, datastore: Datastore, asked: Asked): Promise<string> =>
  person.export.itemList({ params: placeOf(datastore), body: { ...bodyOf(asked), format: "csv" } })

/** Returns a condition that matches only the items with these IDs. */
export const onlyThese = (ids: Iterable<string>): Condition[] => [{ id: "i_id", search_value: [...ids] }]
