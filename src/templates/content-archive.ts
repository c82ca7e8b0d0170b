import * as z from "zod"
import { type Mistake, mistakeText, pathText } from "../fixture/mistakes.ts"
import { application as applicationSchema } from "../fixture/schema/application.ts"
import { checkStructure } from "../fixture/schema/check-structure.ts"
import { type ArchiveEntries, badArchive, packArchive, unpackArchive } from "./archive.ts"
import type { TemplateContent, TemplateHead } from "./content.ts"
import { historySchema } from "./history-form.ts"
import { readJson } from "./read-json.ts"

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

/** Reads an archive. Refuses one that is broken, of another kind or version, or holds what is no application. */
export function readArchive(bytes: Uint8Array): { readonly head: TemplateHead; readonly content: TemplateContent } {
  const entries = unpackArchive(bytes, isKnown)
  const { version, ...head } = checked(HEAD, headSchema(), readJson(HEAD, entryOf(entries, HEAD)))
  if (version !== VERSION) throw badArchive(`it is of version ${version}, and only version ${VERSION} can be read`)
  const settings = readJson(APPLICATION, entryOf(entries, APPLICATION))
  const application = checked(APPLICATION, applicationSchema(), withItems(settings, entries))
  const histories = readLines(entries, HISTORIES).map((line, at) =>
    checked(`${HISTORIES} line ${at + 1}`, historySchema(), line),
  )
  return { head, content: { application, histories } }
}

function entryOf(entries: ArchiveEntries, name: string): string {
  const text = entries.get(name)
  if (text === undefined) throw badArchive(`${name} is missing`)
  return text
}

/** The application with the items that stand in files of their own, unchecked. */
function withItems(settings: unknown, entries: ArchiveEntries): unknown {
  const datastores = memberOf(settings, "datastores")
  const known = Array.isArray(datastores) ? (datastores as unknown[]) : []
  const names = known.map((datastore) => memberOf(datastore, "datastore_id"))
  for (const name of entries.keys()) {
    const [, id] = ITEMS.exec(name) ?? []
    if (id !== undefined && !names.includes(id))
      throw badArchive(`${name} is of a datastore that is not in ${APPLICATION}`)
  }
  if (typeof settings !== "object" || settings === null || known.length === 0) return settings
  return {
    ...settings,
    datastores: known.map((datastore, at) => {
      const items: unknown[] = readLines(entries, `items/${String(names[at])}.ndjson`)
      return items.length === 0 || typeof datastore !== "object" ? datastore : { ...datastore, items }
    }),
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

const readLines = (entries: ArchiveEntries, name: string): unknown[] =>
  (entries.get(name) ?? "")
    .split("\n")
    .flatMap((line, at) => (line.trim() === "" ? [] : [readJson(`${name} line ${at + 1}`, line)]))

function checked<T>(place: string, schema: z.ZodType<T>, value: unknown): T {
  const { mistakes } = checkStructure(schema, value)
  const first = mistakes[0]
  if (first === undefined) return value as T
  throw wrongContent(
    mistakes.map(({ path, message }) => ({ path: pathText(path), message })),
    place,
  )
}

/** Tells the first of what is wrong, and how much more there is. */
export function wrongContent(mistakes: readonly Mistake[], place = APPLICATION) {
  const [first, ...more] = mistakes
  const rest = more.length === 0 ? "" : `, and ${more.length} more`
  return badArchive(`${place}: ${first === undefined ? "it is wrong" : mistakeText(first)}${rest}`)
}
