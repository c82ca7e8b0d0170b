import * as z from "zod"
import { isDataUrl } from "../fixture/data-url.ts"
import type { FixtureApplication, FixtureDatastore } from "../fixture/load/loading.ts"
import { type Mistake, mistakeText, pathText } from "../fixture/mistakes.ts"
import { structureMistakesIn } from "../fixture/schema/check-structure.ts"
import { applicationSchema, itemSchema } from "../fixture/schema/fixture.ts"
import type { FixtureItem } from "../fixture/schema/item.ts"
import { badArchive, packArchive, type Unpacked, unpackArchive } from "./archive.ts"
import type { TemplateContent, TemplateHead } from "./content.ts"
import { historySchema, type TemplateHistory } from "./history-form.ts"
import { JsonReader } from "./json-reader.ts"
import { readLines } from "./read-lines.ts"

const FORMAT = "hexarium template"
const VERSION = 1
const HEAD = "template.json"
const APPLICATION = "application.json"
const HISTORIES = "histories.ndjson"
const ITEMS = /^items\/([A-Za-z0-9_-]+)\.ndjson$/

const isKnown = (name: string): boolean => [HEAD, APPLICATION, HISTORIES].includes(name) || ITEMS.test(name)

/** Writes a template as an archive: settings, the items of each datastore and the histories, each in a file of its own. */
export function writeArchive({ name, category, description }: TemplateHead, content: TemplateContent): Uint8Array {
  const { datastores = [], ...settings } = content.application
  const entries = new Map<string, string>()
  entries.set(HEAD, pretty({ format: FORMAT, version: VERSION, name, category, description }))
  entries.set(
    APPLICATION,
    pretty({ ...settings, datastores: datastores.map(({ items: _, ...datastore }) => datastore) }),
  )
  for (const { datastore_id: id, items = [] } of datastores) {
    if (items.length > 0) entries.set(`items/${id}.ndjson`, lines(items))
  }
  if (content.histories.length > 0) entries.set(HISTORIES, lines(content.histories))
  return packArchive(entries)
}

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const lines = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join("")

const headSchema = () =>
  z.object({
    format: z.literal(FORMAT),
    version: z.int(),
    name: z.string(),
    category: z.string(),
    description: z.string(),
  })

/** What an archive says of itself, and what it holds. */
export interface ReadArchive {
  readonly head: TemplateHead
  readonly content: TemplateContent
}

/**
 * Reads an archive; yields where others may have their turn. Refuses one that is broken, of another kind or version, larger than it may
 * be, or holds what is no application.
 */
export function* readingArchive(bytes: Uint8Array): Generator<void, ReadArchive> {
  const entries = yield* unpackArchive(bytes, isKnown)
  const reader = new JsonReader()
  const document = <T>(name: string, schema: z.ZodType<T>): T => {
    const content = entries.get(name)
    if (content === undefined) throw badArchive(`${name} is missing`)
    reader.count(content.length)
    return checked(name, schema, reader.read(name, content))
  }
  const { version, ...head } = document(HEAD, headSchema())
  if (version !== VERSION) throw badArchive(`it is of version ${version}, and only version ${VERSION} can be read`)
  const settings = document(APPLICATION, applicationSchema())
  const application = yield* withItems(settings, entries, reader)
  const histories: TemplateHistory[] = []
  const schema = historySchema()
  yield* readLines(reader, HISTORIES, entries.get(HISTORIES) ?? NOTHING, (line, place) => {
    histories.push(checked(place, schema, line))
    return 0
  })
  return { head, content: { application, histories } }
}

const NOTHING = new Uint8Array()

/** Reads an archive at once. */
export function readArchive(bytes: Uint8Array): ReadArchive {
  const reading = readingArchive(bytes)
  for (;;) {
    const { done, value } = reading.next()
    if (done === true) return value
  }
}

/** The application with the items that stand in files of their own. */
function* withItems(
  application: FixtureApplication,
  entries: Unpacked,
  reader: JsonReader,
): Generator<void, FixtureApplication> {
  const { datastores = [] } = application
  const byId = new Map(datastores.map((datastore) => [datastore.datastore_id, datastore]))
  const itemsOf = new Map<FixtureDatastore, FixtureItem[]>()
  for (const [name, content] of entries) {
    const [, id] = ITEMS.exec(name) ?? []
    if (id === undefined) continue
    const datastore = byId.get(id)
    if (datastore === undefined) throw badArchive(`${name} is of a datastore that is not in ${APPLICATION}`)
    const fields = Object.entries(datastore.fields).flatMap(([field, { dataType }]) =>
      dataType === "file" ? [field] : [],
    )
    const items: FixtureItem[] = []
    yield* readLines(reader, name, content, (line, place) => {
      const item = checked(place, itemSchema(), line)
      items.push(item)
      return fields.reduce((sum, field) => sum + attachedIn(item.values[field]), 0)
    })
    if (items.length > 0) itemsOf.set(datastore, items)
  }
  if (itemsOf.size === 0) return application
  return {
    ...application,
    datastores: datastores.map((datastore) => {
      const items = itemsOf.get(datastore)
      return items === undefined ? datastore : { ...datastore, items }
    }),
  }
}

/** How long the files are that the value of a file field holds, in characters. */
const attachedIn = (value: unknown): number =>
  [value].flat().reduce<number>((sum, one: unknown) => {
    const file: unknown = typeof one === "object" && one !== null && "file" in one ? one.file : one
    return typeof file === "string" && isDataUrl(file) ? sum + file.length : sum
  }, 0)

function checked<T>(place: string, schema: z.ZodType<T>, value: unknown): T {
  const mistakes = structureMistakesIn(schema, value)
  if (mistakes.length === 0) return value as T
  throw wrongContent(
    mistakes.map(({ path, message }) => ({ path: pathText(path), message })),
    place,
  )
}

/** More mistakes than this are not counted one by one. */
const MOST_COUNTED = 100

/** Tells the first of what is wrong, and how much more there is. */
export function wrongContent(mistakes: readonly Mistake[], place = APPLICATION) {
  const [first, ...more] = mistakes
  const count = more.length > MOST_COUNTED ? `more than ${MOST_COUNTED}` : more.length
  const rest = more.length === 0 ? "" : `, and ${count} more`
  return badArchive(`${place}: ${first === undefined ? "it is wrong" : mistakeText(first)}${rest}`)
}
