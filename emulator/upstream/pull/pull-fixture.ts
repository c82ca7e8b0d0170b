import type { Fixture } from "../../../src/fixtures/index.ts"
import { ApiError, type Client, createClient } from "../../client/index.ts"
import { UpstreamProblem } from "../upstream-problem.ts"
import { type Anonymiser, anonymiser } from "./anonymise.ts"
import { checkedClient } from "./checked-client.ts"
import { CreationOrder } from "./creation-order.ts"
import { patientFetch } from "./patient-fetch.ts"
import type { ListedDatastore } from "./pull-datastore.ts"
import { type ItemPull, type PulledFile, pullItems, type UnseenItem } from "./pull-items.ts"
import { pullPictures } from "./pull-pictures.ts"
import { type PulledSchema, pullWorkspace, takesPictures } from "./pull-workspace.ts"
import type { PulledItem } from "./pulled-fixture.ts"

/** Options of `pullFixture`. */
export interface PullOptions {
  /** Base URL of the server, without `/api/v0`. */
  readonly baseUrl: string
  /** Bearer token of the user whose view of the workspace is pulled. */
  readonly token: string
  /** Name or w_id of the workspace, which must be the user's current one. Default: the current workspace. */
  readonly workspace?: string | undefined
  /** Display IDs or p_ids of the applications. Default: all applications. */
  readonly applications?: readonly string[] | undefined
  /** Items of each datastore: `none`, `all`, or the number of the newest items. Default: `all`. */
  readonly items?: "none" | "all" | number | undefined
  /** Whether users keep their names and addresses. Default: `real`. */
  readonly users?: "real" | "placeholder" | undefined
  /** Whether to pull attachments and profile pictures. Default: false, which leaves file fields empty. */
  readonly files?: boolean | undefined
  /** Whether to replace names, addresses, texts and files. Default: false. */
  readonly anonymise?: boolean | undefined
  /** Number of requests at a time. Default: 4. */
  readonly concurrency?: number | undefined
  /** Function to use instead of the global `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
  /** Waits before a request is repeated. Default: a timer. */
  readonly wait?: ((ms: number) => Promise<unknown>) | undefined
  /** Called with the approximate number of requests, before most of them are made. */
  readonly onPlan?: ((requests: number) => void) | undefined
  /** Called after each response. */
  readonly onResponse?: (() => void) | undefined
}

/** A pulled fixture, and the parts that the API did not return. */
export interface Pulled {
  /** The workspace as a fixture, which `createWorld` accepts. */
  readonly fixture: Fixture
  /** What the API does not say, and what the fixture has instead, one sentence each. */
  readonly missing: readonly string[]
}

/** Stores items and files while they are pulled. */
export interface PullSink {
  /** Called before the items. */
  begin(schema: PulledSchema): Promise<void>
  /** Takes over an item of an interrupted pull; returns false if it wrote no such revision. */
  resume(iId: string, revNo: number): boolean
  add(datastore: ListedDatastore, items: readonly PulledItem[]): Promise<void>
  /** Order of the items with this d_id, as `CreationOrder` adds it. */
  order(dId: string, iIds: readonly string[]): void
  /** An item that lookups show, although the user does not see it. */
  unseen(item: UnseenItem): void
  /** A user who left the workspace. `known` is what items say about the user. */
  stranger(uId: string, known: { readonly name?: string | undefined; readonly email?: string | undefined }): void
  /** Stores a file; returns its reference in the fixture. */
  keepFile(file: PulledFile): Promise<string>
}

/**
 * Reads a workspace of a server as a fixture. Uses only documented operations that do not write.
 *
 * @example
 * ```ts
 * import { pullFixture } from "hexarium/pull"
 *
 * const { fixture } = await pullFixture({ baseUrl: "https://api.example.com", token: "a-token", items: 100 })
 * ```
 */
export async function pullFixture(options: PullOptions): Promise<Pulled> {
  const sink = new MemorySink()
  const { schema, hide } = await pullInto(options, sink)
  const stubs = unseenItems(schema, sink.unseenItems, sink.ids)
  const ids = new Set([...sink.ids, ...stubs.map(({ item }) => item.i_id)])
  return {
    fixture: completeFixture(schema, hide, (datastore) => {
      const own = stubs.filter(({ dId }) => dId === datastore.dId).map(({ item }) => item)
      const items = [...sink.itemsOf(datastore), ...own].map((item) =>
        withoutDangling(item, lookupsOf(datastore), (id) => ids.has(id)),
      )
      return items.length === 0 ? {} : { items }
    }),
    missing: schema.missing.list(),
  }
}

const CONCURRENCY = 4

/** Reads the workspace, and passes items and files to the sink. */
export async function pullInto(
  options: PullOptions,
  sink: PullSink,
): Promise<{ readonly schema: PulledSchema; readonly hide: Anonymiser | undefined }> {
  const { baseUrl, token, items = "all", concurrency = CONCURRENCY, wait, onResponse } = options
  const patient = patientFetch({ fetch: options.fetch ?? fetch, concurrency, wait, onResponse })
  const api = checkedClient(createClient({ baseUrl, token, fetch: patient }), baseUrl)
  const hide = options.anonymise ? anonymiser() : undefined
  try {
    const schema = await pullWorkspace(api, options)
    schema.people.onStranger = (uId, known) => sink.stranger(uId, known)
    await sink.begin(schema)
    for (const datastore of schema.datastores) {
      if (items !== "none") await pullDatastoreItems(api, options, schema, datastore, sink, hide)
    }
    // Pictures come last, because items may name users who left the workspace.
    if (takesPictures(options)) await pullPictures(api, schema.people, (file) => sink.keepFile(file), schema.missing)
    else schema.missing.add("profile pictures of users; they have the default picture")
    if (hide !== undefined)
      schema.missing.add("texts in scripts, which --anonymise does not change; read them before you share the fixture")
    return { schema, hide }
  } catch (error) {
    if (error instanceof ApiError) throw new UpstreamProblem(apiProblem(baseUrl, error))
    throw error
  }
}

async function pullDatastoreItems(
  api: Client,
  { items, files }: PullOptions,
  { people, missing, workspace }: PulledSchema,
  datastore: ListedDatastore,
  sink: PullSink,
  hide: Anonymiser | undefined,
): Promise<void> {
  const application = workspace.applications?.find(({ p_id: pId }) => pId === datastore.pId)
  const pull: ItemPull = {
    api,
    people,
    most: typeof items === "number" ? items : undefined,
    roles: application?.roles?.map(({ role_id }) => role_id) ?? [],
    statuses: new Map(datastore.settings.statuses.map(({ id, display_id }) => [id, display_id])),
    keepFile: files ? (file) => sink.keepFile(hide === undefined ? file : hide.file(file)) : undefined,
    resume: (iId, revNo) => sink.resume(iId, revNo),
    onOrder: (dId, iIds) => sink.order(dId, iIds),
    onUnseen: (unseen) => sink.unseen(hide === undefined ? unseen : { ...unseen, title: hide.text(unseen.title) }),
  }
  const fields = new Map(datastore.settings.fields.map(({ display_id, dataType }) => [display_id, dataType]))
  if (!files && [...fields.values()].includes("file")) {
    missing.add("attachments, because --files was not given; file fields are empty")
  }
  for await (const page of pullItems(pull, datastore)) {
    await sink.add(datastore, hide === undefined ? page : page.map((item) => hide.item(item, fields)))
  }
}

/** Puts the parts of a pull together. Users come last, because items may name users who left the workspace. */
export function completeFixture(
  { settings, workspace, datastores, people }: PulledSchema,
  hide: Anonymiser | undefined,
  itemsOf: (datastore: ListedDatastore) => object,
): Fixture {
  const applications = workspace.applications?.map((application) => ({
    ...application,
    datastores: application.datastores?.map((datastore) => {
      const listed = datastores.find(({ dId }) => dId === datastore.d_id)
      return { ...datastore, ...(listed === undefined ? {} : itemsOf(listed)) }
    }),
  }))
  const fixture = {
    version: 1,
    ...(settings === undefined ? {} : { settings }),
    users: people.list(),
    workspaces: [{ ...workspace, applications }],
  } as Fixture
  return hide === undefined ? fixture : hide.fixture(fixture)
}

/** Display IDs of the datastore's lookup fields. */
export const lookupsOf = ({ settings }: ListedDatastore): string[] =>
  settings.fields.flatMap(({ dataType, display_id }) => (dataType === "dslookup" ? display_id : []))

/** Removes lookups and links to items that were not pulled. */
export function withoutDangling(
  item: PulledItem,
  lookups: readonly string[],
  isPulled: (iId: string) => boolean,
): PulledItem {
  const values = Object.entries(item.values).filter(
    ([field, value]) => !lookups.includes(field) || typeof value !== "string" || isPulled(value),
  )
  const { links, ...others } = item
  const kept = links?.filter(isPulled) ?? []
  return { ...others, values: Object.fromEntries(values), ...(kept.length === 0 ? {} : { links: kept }) }
}

/**
 * Makes items for those that the user does not see, with nothing but the title, which lookups show. Nobody has a key of
 * these items. Leaves out items whose datastore has no text field as title.
 */
export function unseenItems(
  { datastores, missing }: PulledSchema,
  unseen: Iterable<UnseenItem>,
  pulled: { has(iId: string): boolean },
): { readonly dId: string; readonly item: PulledItem }[] {
  return [...unseen].flatMap(({ dId, iId, title }) => {
    const fields = datastores.find((one) => one.dId === dId)?.settings.fields ?? []
    const field = fields.find(({ as_title, dataType }) => as_title && (dataType === "text" || dataType === "textarea"))
    if (field === undefined || pulled.has(iId)) return []
    missing.add("items that lookups show, but the user does not see; they have a title, and nobody sees them")
    const autonums = fields.flatMap(({ dataType, display_id }) => (dataType === "autonum" ? [[display_id, null]] : []))
    const values = { ...Object.fromEntries(autonums), [field.display_id]: title }
    return [{ dId, item: { i_id: iId, values, unchecked: true, access: {} } }]
  })
}

class MemorySink implements PullSink {
  readonly ids = new Set<string>()
  readonly #items = new Map<string, PulledItem[]>()
  readonly #orders = new Map<string, CreationOrder>()

  readonly #unseen = new Map<string, UnseenItem>()

  async begin(): Promise<void> {}

  resume(): boolean {
    return false
  }

  stranger(): void {}

  unseen(item: UnseenItem): void {
    this.#unseen.set(item.iId, item)
  }

  get unseenItems(): Iterable<UnseenItem> {
    return this.#unseen.values()
  }

  order(dId: string, iIds: readonly string[]): void {
    const order = this.#orders.get(dId) ?? new CreationOrder()
    order.add(iIds)
    this.#orders.set(dId, order)
  }

  async add({ dId }: ListedDatastore, items: readonly PulledItem[]): Promise<void> {
    this.#items.set(dId, [...(this.#items.get(dId) ?? []), ...items])
    for (const { i_id: iId } of items) if (iId !== undefined) this.ids.add(iId)
  }

  async keepFile({ contentType, bytes }: PulledFile): Promise<string> {
    return `data:${contentType};base64,${Buffer.from(bytes).toString("base64")}`
  }

  itemsOf({ dId }: ListedDatastore): readonly PulledItem[] {
    const items = new Map(this.#items.get(dId)?.map((item) => [item.i_id ?? "", item]))
    const order = this.#orders.get(dId) ?? new CreationOrder()
    return order.sort([...items.keys()]).flatMap((iId) => items.get(iId) ?? [])
  }
}

function apiProblem(baseUrl: string, { operation, status, message }: ApiError): string {
  if (status === 401) return `${baseUrl} refused the token: it is unknown or has expired; log in again`
  if (status === 403) return `${baseUrl} refused ${operation}; the user needs the right to read the settings`
  if (status === 404 || status === 405)
    return `${baseUrl} is not a server of this API, or lacks ${operation}: ${message}`
  return `${baseUrl} refused ${message}`
}
