import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { dirname, isAbsolute, join, relative, sep } from "node:path"
import type { Document } from "yaml"
import type { Fixture } from "../../../src/fixtures/index.ts"
import { parseFixture } from "../../adapters/index.ts"
import { compact, type PulledDatastore, type PulledItem } from "../pull/pulled-fixture.ts"
import { UpstreamProblem } from "../upstream-problem.ts"

/** A fixture file on the disk. Its items are read for one datastore at a time. */
export interface FixtureCopy {
  readonly file: string
  readonly text: string
  readonly document: Document
  /** The fixture, in which `items` of each datastore is a digest of its items, so that datastores compare with their items. */
  readonly tree: Fixture
  /** Inline items and the name of the items file, by the datastore's key. */
  readonly sources: ReadonlyMap<string, ItemPlaces>
}

export interface ItemPlaces {
  readonly inline: readonly PulledItem[] | undefined
  readonly file: string | undefined
  /** Digest of the items; undefined if there are none. */
  readonly digest: string | undefined
}

/** An item, and the line of the items file that contains it; undefined for inline items. */
export interface CopiedItem {
  readonly item: PulledItem
  readonly line: string | undefined
}

/** Reads a fixture in YAML, with digests of the items in its NDJSON files. */
export async function readCopy(file: string): Promise<FixtureCopy> {
  const text = await readText(file)
  const { parseDocument } = await import("yaml")
  const { content } = await parseFixture(text, file).catch((error: Error) => {
    throw new UpstreamProblem(`${file}: ${error.message}`)
  })
  const document = parseDocument(text, { merge: true, prettyErrors: false })
  const whole = content as Fixture | null
  if (!Array.isArray(whole?.workspaces) || !Array.isArray(whole.users)) {
    throw new UpstreamProblem(`${file} is not a fixture: expected users and workspaces`)
  }
  const sources = new Map<string, ItemPlaces>()
  const tree = await mapDatastores(whole, async ({ items: inline, ...datastore }, key) => {
    const source = { inline, file: datastore.items_file }
    const items = await readItems(file, source)
    const digest = items.length === 0 ? undefined : digestOf(items)
    sources.set(key, { ...source, digest })
    return compact({ ...datastore, items: digest })
  })
  return { file, text, document, tree, sources }
}

/** Replaces each datastore of a fixture. The key of a datastore is its d_id, if there is one. */
export async function mapDatastores(
  fixture: Fixture,
  replace: (datastore: PulledDatastore, key: string, path: string) => Promise<object>,
): Promise<Fixture> {
  const workspaces: unknown[] = []
  for (const workspace of fixture.workspaces) {
    const applications: unknown[] = []
    for (const application of workspace.applications ?? []) {
      const datastores: unknown[] = []
      for (const datastore of application.datastores ?? []) {
        const key = datastore.d_id ?? `${application.application_id}/${datastore.datastore_id}`
        const path = `workspaces[${workspace.name}].applications[${application.application_id}]`
        datastores.push(await replace(datastore, key, `${path}.datastores[${datastore.datastore_id}]`))
      }
      applications.push(application.datastores === undefined ? application : { ...application, datastores })
    }
    workspaces.push(workspace.applications === undefined ? workspace : { ...workspace, applications })
  }
  return { ...fixture, workspaces } as Fixture
}

/** Reads the items of a datastore by key, in order. The key is the i_id, if there is one. */
export async function itemsByKey(
  { file, sources }: FixtureCopy,
  datastore: string,
): Promise<ReadonlyMap<string, CopiedItem> | undefined> {
  const source = sources.get(datastore)
  if (source === undefined) return undefined
  const items = new Map<string, CopiedItem>()
  for (const [at, one] of (await readItems(file, source)).entries()) {
    const key = one.item.i_id ?? `item ${at}`
    items.set(items.has(key) ? `${key} (${at})` : key, one)
  }
  return items
}

async function readItems(
  file: string,
  { inline = [], file: named }: Omit<ItemPlaces, "digest">,
): Promise<CopiedItem[]> {
  const items = inline.map((item): CopiedItem => ({ item, line: undefined }))
  if (named === undefined) return items
  const path = pathBeside(file, named)
  const lines = (await readText(path)).split("\n")
  for (const [at, line] of lines.entries()) {
    if (line.trim() === "") continue
    try {
      items.push({ item: JSON.parse(line) as PulledItem, line })
    } catch {
      throw new UpstreamProblem(`line ${at + 1} of ${path} is not valid JSON; correct it, or pull into a new file`)
    }
  }
  return items
}

/** Returns the path of a file that a fixture names. The file must be below the fixture's folder. */
export function pathBeside(file: string, named: string): string {
  const path = join(dirname(file), named)
  const way = relative(dirname(file), path)
  if (way.split(sep)[0] !== ".." && !isAbsolute(named)) return path
  throw new UpstreamProblem(`${file} names a file outside its folder, ${named}; move the file`)
}

const digestOf = (items: readonly CopiedItem[]): string =>
  items.reduce((hash, { item }) => hash.update(`${JSON.stringify(item)}\n`), createHash("sha256")).digest("hex")

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8")
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new UpstreamProblem(code === "ENOENT" ? `${path} does not exist` : `${path} can't be read: ${message}`)
  }
}
