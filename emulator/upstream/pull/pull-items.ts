import { ApiError, type Client } from "../../client/index.ts"
import type { People } from "./pull-people.ts"
import { type AnswerFrom, compact, type PulledItem, type PulledPlace } from "./pulled-fixture.ts"

type ListedItem = AnswerFrom<"itemList">["items"][number]

/** An attachment of an item, whose bytes `keep` stores. */
export interface PulledFile {
  readonly fileId: string
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface ItemPull {
  readonly api: Client
  readonly people: People
  /** Highest number of items for each datastore; undefined for all. */
  readonly most: number | undefined
  /** All roles of the application, which may see the items. */
  readonly roles: readonly string[]
  /** Display ID of each status by its s_id. */
  readonly statuses: ReadonlyMap<string, string>
  /** Stores a file and returns its reference in the fixture; undefined if files are not pulled. */
  readonly keepFile: ((file: PulledFile) => Promise<string>) | undefined
  /** Takes over an item that was pulled before; returns false if this revision was not. */
  readonly resume: (iId: string, revNo: number) => boolean
  /** Called with items that have reverse links to one item, in the order of these links. */
  readonly onOrder: (dId: string, iIds: readonly string[]) => void
  /** Called with an item that the user does not see, but of which a lookup shows the title. */
  readonly onUnseen: (unseen: UnseenItem) => void
}

/** An item that the user of the pull does not see. */
export interface UnseenItem {
  readonly dId: string
  readonly iId: string
  readonly title: string
}

const PER_PAGE = 100

/** Reads the items of a datastore page by page. Yields the items of a page that were not pulled before. */
export async function* pullItems(pull: ItemPull, place: PulledPlace): AsyncGenerator<readonly PulledItem[]> {
  const params = { "app-id": place.pId, "datastore-id": place.dId }
  const { most } = pull
  if (most === 0) return
  const order = most === undefined ? "asc" : "desc"
  for (let page = 1, seen = 0; ; page += 1) {
    const { items } = await pull.api.itemList({
      params,
      body: {
        conditions: [],
        page,
        per_page: PER_PAGE,
        sort_fields: [{ id: "created_at", order }],
        include_links: true,
        omit_total_items: true,
      },
    })
    const wanted = most === undefined ? items : items.slice(0, most - seen)
    const open = wanted.filter((item) => !pull.resume(String(item.i_id), Number(item.rev_no)))
    const pulled = await Promise.all(open.map((item) => pullItem(pull, place, item)))
    yield pulled.filter((item) => item !== undefined)
    seen += wanted.length
    if (items.length < PER_PAGE || seen === most) return
  }
}

async function pullItem(pull: ItemPull, place: PulledPlace, listed: ListedItem): Promise<PulledItem | undefined> {
  const iId = String(listed.i_id)
  const { api, people } = pull
  const details = await api
    .getItemDetails({
      params: { "app-id": place.pId, "datastore-id": place.dId, "item-id": iId },
      query: { use_display_id: true, include_lookups: true },
    })
    .catch((error: unknown) => {
      // Somebody deleted the item after it was listed.
      if (error instanceof ApiError && error.status === 404) return undefined
      throw error
    })
  if (details === undefined) return undefined
  const values: Record<string, unknown> = {}
  for (const [field, { dataType, value }] of Object.entries(details.field_values as FieldValues)) {
    const input = await inputOf(pull, dataType, value)
    if (input !== undefined) values[field] = input
  }
  const author = (uId: string, name: string) => {
    if (uId === "IMPORT") return uId
    return name === BOT_NAME && !people.has(uId) ? "BOT" : people.reference(uId, { name })
  }
  for (const { d_id: dId, items } of listed.item_links?.links ?? []) {
    const own = new Set(Object.values(values))
    const reverse = items.flatMap(({ type, i_id }) => (type === "lookup" && !own.has(i_id) ? i_id : []))
    if (reverse.length > 1) pull.onOrder(dId, reverse)
  }
  const links = (listed.item_links?.links ?? []).flatMap(({ items }) =>
    items.flatMap(({ type, i_id }) => (type === "link" ? i_id : [])),
  )
  return compact({
    i_id: iId,
    values,
    // The service accepted the values, perhaps before a rule was set.
    unchecked: true,
    status: pull.statuses.get(String(listed.status_id)),
    rev_no: details.rev_no,
    created_by: author(String(listed.created_by), details.created_by),
    created_at: details.created_at,
    updated_by: author(String(listed.updated_by), details.updated_by),
    updated_at: details.updated_at,
    access: { roles: [...pull.roles] },
    links: links.length === 0 ? undefined : links,
  }) as PulledItem
}

/** Name of Hexarium's user who runs auto actions. */
const BOT_NAME = "Auto Action"

type FieldValues = Readonly<Record<string, { readonly dataType: string; readonly value: unknown }>>

interface WireUser {
  readonly user_id: string
  readonly user_name: string
  readonly email: string
}

interface WireFile {
  readonly file_id: string
  readonly filename: string
  readonly contentType: string
}

/** Converts a value of GetItemDetails to the form in fixtures; undefined if the value is left out. */
async function inputOf(pull: ItemPull, dataType: string, value: unknown): Promise<unknown> {
  switch (dataType) {
    case "calc":
    case "status":
      return undefined
    case "autonum":
      return value === "" ? null : value
    case "users":
      return emptyOr((value ?? []) as WireUser[], (users) =>
        users.map(({ user_id, user_name, email }) => pull.people.reference(user_id, { name: user_name, email })),
      )
    case "dslookup":
      return lookedUp(pull, value as WireLookup | null)
    case "file":
      return pullFiles(pull, value)
    default:
      return value === null || value === "" || (Array.isArray(value) && value.length === 0) ? undefined : value
  }
}

interface WireLookup {
  readonly d_id: string
  readonly item_id: string
  readonly title: string
  readonly lookup_item?: unknown
}

function lookedUp(pull: ItemPull, value: WireLookup | null): string | undefined {
  if (value === null) return undefined
  if (value.lookup_item == null) pull.onUnseen({ dId: value.d_id, iId: value.item_id, title: value.title })
  return value.item_id
}

const emptyOr = <T, R>(list: readonly T[], convert: (list: readonly T[]) => R): R | undefined =>
  list.length === 0 ? undefined : convert(list)

async function pullFiles({ api, keepFile }: ItemPull, value: unknown): Promise<unknown> {
  const files = (value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]) as WireFile[]
  if (files.length === 0) return undefined
  if (keepFile === undefined) return undefined
  return Promise.all(
    files.map(async ({ file_id, filename, contentType }) => {
      const { bytes } = await api.getFile({ params: { "file-id": file_id } })
      return { file: await keepFile({ fileId: file_id, name: filename, contentType, bytes }), name: filename, file_id }
    }),
  )
}
