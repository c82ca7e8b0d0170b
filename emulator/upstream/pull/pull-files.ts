import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { appendFile, cp, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { fileNames } from "../../../src/fixtures/index.ts"
import { reasonOf } from "../har/har-writer.ts"
import { UpstreamProblem } from "../upstream-problem.ts"
import { CreationOrder } from "./creation-order.ts"
import { ndjsonLines, readNdjsonLines } from "./ndjson-lines.ts"
import { baseOptions, OPTIONS_FILE, type PullBase, stemOf } from "./pull-base.ts"
import type { ListedDatastore } from "./pull-datastore.ts"
import {
  completeFixture,
  lookupsOf,
  type PullOptions,
  type PullSink,
  pullInto,
  unseenItems,
  withoutDangling,
} from "./pull-fixture.ts"
import type { PulledFile, UnseenItem } from "./pull-items.ts"
import type { PulledSchema } from "./pull-workspace.ts"
import type { PulledItem } from "./pulled-fixture.ts"
import { replaceAll } from "./replace-all.ts"

/** Number of items of a datastore up to which they are in the fixture itself. More items are in an NDJSON file. */
const MAX_INLINE_ITEMS = 50

/** Result of `pullToFiles`. */
export interface PulledFiles {
  readonly missing: readonly string[]
  readonly items: number
  /** Number of items that an interrupted pull had read before. */
  readonly resumed: number
}

/** Functions of `node:fs/promises` that write the pull. */
export interface Disk {
  readonly appendFile: (path: string, text: string) => Promise<void>
  readonly writeFile: (path: string, data: string | Uint8Array, options?: { readonly mode: number }) => Promise<void>
  readonly rename: (from: string, to: string) => Promise<void>
}

export const DISK: Disk = { appendFile, writeFile, rename }

/**
 * Pulls a workspace into a YAML fixture, with NDJSON files of items and with attachments in folders beside it. Until
 * the pull is complete, everything is in the folder `FILE.pull`, from which the next call resumes.
 */
export async function pullToFiles(output: string, options: PullOptions, disk: Disk = DISK): Promise<PulledFiles> {
  const sink = await FolderSink.open(output, options, disk)
  try {
    const { schema, hide } = await pullInto(options, sink)
    const stubs = unseenItems(schema, sink.unseenItems, sink)
    for (const { item } of stubs) sink.addStub(item.i_id ?? "")
    const items = new Map<string, object>()
    for (const datastore of schema.datastores) {
      const own = stubs.filter(({ dId }) => dId === datastore.dId).map(({ item }) => item)
      items.set(datastore.dId, await sink.finish(datastore, own))
    }
    const fixture = completeFixture(schema, hide, ({ dId }) => items.get(dId) ?? {})
    const missing = schema.missing.list()
    await sink.publish(await yamlText(fixture, missing), options)
    return { missing, items: sink.count, resumed: sink.resumed }
  } catch (error) {
    await sink.removeIfUnused()
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
    throw new UpstreamProblem(`${output} can't be written: ${reasonOf(error as NodeJS.ErrnoException)}`)
  }
}

async function yamlText(fixture: object, missing: readonly string[]): Promise<string> {
  const { Document } = await import("yaml")
  const document = new Document(fixture, { aliasDuplicateObjects: false })
  document.commentBefore = [
    " Written by hexarium pull. The API does not return:",
    ...missing.map((text) => ` - ${text}`),
  ].join("\n")
  return document.toString({ lineWidth: 0 })
}

type Event =
  | { readonly order: readonly [dId: string, iIds: readonly string[]] }
  | { readonly unseen: UnseenItem }
  | { readonly stranger: readonly [uId: string, known: { readonly name?: string; readonly email?: string }] }

/** Stores a pull in a folder. A journal holds everything but items and files that the rest of the pull depends on. */
class FolderSink implements PullSink {
  readonly #output: string
  readonly #disk: Disk
  readonly #folder: string
  readonly #stem: string
  /** Revisions of the items that an interrupted pull wrote. */
  readonly #done = new Map<string, number>()
  /** Revisions of the items of this pull; 0 for stubs. */
  readonly #revisions = new Map<string, number>()
  readonly #orders = new Map<string, CreationOrder>()
  /** Names of the datastores' files, without their ending. */
  readonly #names = new Map<string, string>()
  readonly #unseen = new Map<string, UnseenItem>()
  readonly #strangers: (Event & { readonly stranger: unknown })[] = []
  #events: Event[] = []
  resumed = 0

  private constructor(output: string, disk: Disk) {
    this.#output = output
    this.#disk = disk
    this.#folder = `${output}.pull`
    this.#stem = stemOf(output)
  }

  /** Opens the folder of an interrupted pull with the same options, or an empty one. */
  static async open(output: string, options: PullOptions, disk: Disk): Promise<FolderSink> {
    const sink = new FolderSink(output, disk)
    const key = keyOf(options)
    try {
      if ((await readFile(join(sink.#folder, "key"), "utf8").catch(() => "")) !== key) {
        await rm(sink.#folder, { recursive: true, force: true })
      }
      await mkdir(join(sink.#folder, "parts"), { recursive: true })
      await disk.writeFile(join(sink.#folder, "key"), key)
      await sink.#readJournal()
    } catch (error) {
      throw new UpstreamProblem(`${output} can't be written: ${reasonOf(error as NodeJS.ErrnoException)}`)
    }
    return sink
  }

  /** Removes the folder of a pull that failed before it read an item, because a later pull has nothing to resume. */
  async removeIfUnused(): Promise<void> {
    if (!existsSync(this.#path("journal"))) await rm(this.#folder, { recursive: true, force: true })
  }

  get count(): number {
    return this.#revisions.size
  }

  get unseenItems(): Iterable<UnseenItem> {
    return this.#unseen.values()
  }

  has(iId: string): boolean {
    return this.#revisions.has(iId)
  }

  addStub(iId: string): void {
    this.#revisions.set(iId, 0)
  }

  async begin({ people, datastores }: PulledSchema): Promise<void> {
    const names = fileNames(datastores.map(({ application, displayId }) => `${application}.${displayId}`))
    for (const [at, { dId }] of datastores.entries()) {
      requireFileName(dId)
      requireFileName(names[at] ?? "")
      this.#names.set(dId, names[at] ?? "")
      await this.#readPart(dId)
    }
    for (const { stranger } of this.#strangers) people.reference(...(stranger as [string, object]))
  }

  resume(iId: string, revNo: number): boolean {
    if (this.#done.get(iId) !== revNo) return false
    this.resumed += 1
    this.#revisions.set(iId, revNo)
    return true
  }

  order(dId: string, iIds: readonly string[]): void {
    this.#note({ order: [dId, iIds] })
  }

  unseen(unseen: UnseenItem): void {
    if (!this.#unseen.has(unseen.iId)) this.#note({ unseen })
  }

  stranger(uId: string, known: object): void {
    this.#note({ stranger: [uId, known] })
  }

  #note(event: Event): void {
    this.#events.push(event)
    this.#apply(event)
  }

  #apply(event: Event): void {
    if ("order" in event) {
      const [dId, iIds] = event.order
      const order = this.#orders.get(dId) ?? new CreationOrder()
      order.add(iIds)
      this.#orders.set(dId, order)
    } else if ("unseen" in event) this.#unseen.set(event.unseen.iId, event.unseen)
  }

  async add({ dId }: ListedDatastore, items: readonly PulledItem[]): Promise<void> {
    // The journal comes first: an item that is in its file is not read again.
    await this.#disk.appendFile(this.#path("journal"), ndjsonLines(this.#events.splice(0)))
    await this.#disk.appendFile(this.#path("parts", `${dId}.ndjson`), ndjsonLines(items))
    for (const { i_id: iId = "", rev_no: revNo = 1 } of items) this.#revisions.set(iId, revNo)
  }

  async keepFile({ fileId, name, bytes }: PulledFile): Promise<string> {
    requireFileName(fileId)
    const ending = /\.\w{1,8}$/.exec(name)?.[0] ?? ""
    await mkdir(this.#path("files"), { recursive: true })
    await this.#disk.writeFile(this.#path("files", `${fileId}${ending}`), bytes)
    return `${this.#stem}.files/${fileId}${ending}`
  }

  #path(...names: string[]): string {
    return join(this.#folder, ...names)
  }

  async #readJournal(): Promise<void> {
    for await (const { value } of readNdjsonLines(this.#path("journal"))) {
      const event = value as Event
      this.#apply(event)
      if ("stranger" in event) this.#strangers.push(event)
    }
  }

  /** Reads which items an interrupted pull wrote. */
  async #readPart(dId: string): Promise<void> {
    for await (const { value } of readNdjsonLines(this.#path("parts", `${dId}.ndjson`))) {
      const { i_id: iId = "", rev_no: revNo = 1 } = value as PulledItem
      this.#done.set(iId, revNo)
    }
  }

  /** Writes a datastore's items in their order, and returns the properties of the datastore that contain them. */
  async finish(datastore: ListedDatastore, stubs: readonly PulledItem[]): Promise<object> {
    const { dId } = datastore
    const source = this.#path("parts", `${dId}.ndjson`)
    const places = new Map<string, { readonly at: number; readonly length: number }>()
    for await (const { value, at, length } of readNdjsonLines(source)) {
      const { i_id: iId = "", rev_no: revNo = 1 } = value as PulledItem
      if (this.#revisions.get(iId) === revNo) places.set(iId, { at, length })
    }
    if (places.size + stubs.length === 0) return {}
    const sorted = (this.#orders.get(dId) ?? new CreationOrder()).sort([...places.keys()])
    const isInline = sorted.length + stubs.length <= MAX_INLINE_ITEMS
    const name = `${this.#names.get(dId)}.ndjson`
    const inline: PulledItem[] = []
    const handle = places.size === 0 ? undefined : await open(source, "r")
    await mkdir(this.#path("items"), { recursive: true })
    const target = isInline ? undefined : await open(this.#path("items", name), "w")
    try {
      const keep = async (item: PulledItem) => {
        const whole = withoutDangling(item, lookupsOf(datastore), (iId) => this.has(iId))
        if (target === undefined) inline.push(whole)
        else await target.appendFile(ndjsonLines([whole]))
      }
      for (const iId of sorted) {
        const { at, length } = places.get(iId) ?? { at: 0, length: 0 }
        const buffer = Buffer.alloc(length)
        await handle?.read(buffer, 0, length, at)
        await keep(JSON.parse(buffer.toString()))
      }
      for (const stub of stubs) await keep(stub)
    } finally {
      await handle?.close()
      await target?.close()
    }
    return isInline ? { items: inline } : { items_file: `${this.#stem}.items/${name}` }
  }

  /** Replaces the old files with the new ones. */
  async publish(text: string, options: PullOptions): Promise<void> {
    const fixture = this.#path("fixture")
    await this.#disk.writeFile(fixture, text, { mode: 0o600 })
    await rm(this.#path("base"), { recursive: true, force: true })
    await mkdir(this.#path("base"))
    await this.#disk.writeFile(this.#path("base", basename(this.#output)), text, { mode: 0o600 })
    const files = existsSync(this.#path("files")) ? await readdir(this.#path("files")) : []
    const base: PullBase = { options: baseOptions(options), files: files.toSorted() }
    await this.#disk.writeFile(this.#path("base", OPTIONS_FILE), `${JSON.stringify(base, null, 2)}\n`)
    if (existsSync(this.#path("items"))) {
      await cp(this.#path("items"), this.#path("base", `${this.#stem}.items`), { recursive: true })
    }
    const beside = (kind: string) => join(dirname(this.#output), `${this.#stem}.${kind}`)
    const folder = (kind: string) => ({ from: this.#path(kind), to: beside(kind) })
    const all = [folder("items"), folder("files"), { from: fixture, to: this.#output }, folder("base")]
    await replaceAll(all, this.#path("old"), this.#disk.rename)
    await rm(this.#folder, { recursive: true, force: true })
  }
}

const keyOf = (options: PullOptions): string =>
  createHash("sha256")
    .update(JSON.stringify(baseOptions(options)))
    .digest("hex")

/** Refuses IDs of the server that would write outside the pull's folders. */
function requireFileName(id: string): void {
  if (!/[/\\\0]/.test(id) && id !== "..") return
  throw new UpstreamProblem(`the server has an ID that can't be the name of a file: ${JSON.stringify(id)}`)
}
