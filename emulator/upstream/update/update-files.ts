import { existsSync } from "node:fs"
import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import type { Fixture } from "../../../src/fixtures/index.ts"
import { reasonOf } from "../har/har-writer.ts"
import { type BaseOptions, baseFolderOf, readPullBase, stemOf } from "../pull/pull-base.ts"
import { DISK, type Disk, pullToFiles } from "../pull/pull-files.ts"
import type { PullOptions } from "../pull/pull-fixture.ts"
import { type FileReplacement, replaceAll } from "../pull/replace-all.ts"
import { UpstreamProblem } from "../upstream-problem.ts"
import { editDocument } from "./edit-document.ts"
import { type FixtureCopy, pathBeside, readCopy } from "./fixture-copy.ts"
import { type MergedItemsFile, mergeFixtures } from "./merge-fixtures.ts"
import type { UpstreamChange } from "./merge-trees.ts"

/** Result of an update: the differences, and what was done with them. */
export interface Updated {
  readonly changes: readonly UpstreamChange[]
  /** Whether the file has a base, from which follows which side changed. */
  readonly hasBase: boolean
}

/** Returns the options of the pull that wrote the file; undefined if it has no base. */
export const rememberedOptions = async (file: string): Promise<BaseOptions | undefined> =>
  (await readPullBase(file))?.options

/**
 * Pulls again into the folder `FILE.update`, and compares with the file and its base. With `write`, merges the upstream
 * changes into the file, its items and its attachments; where both changed, the file stays.
 */
export async function updateFiles(
  file: string,
  options: PullOptions & { readonly write?: boolean | undefined },
  disk: Disk = DISK,
): Promise<Updated> {
  await readCopy(file)
  const staging = `${file}.update`
  const fresh = join(staging, basename(file))
  try {
    await mkdir(staging, { recursive: true })
    await pullToFiles(fresh, options, disk)
    const base = (await readPullBase(file)) && (await readCopy(join(baseFolderOf(file), basename(file))))
    return await new Update(file, await readCopy(file), base, await readCopy(fresh), disk).run(options)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
    throw new UpstreamProblem(`${file} can't be written: ${reasonOf(error as NodeJS.ErrnoException)}`)
  } finally {
    // An interrupted pull stays for the next call.
    if (!existsSync(`${fresh}.pull`)) await rm(staging, { recursive: true, force: true })
  }
}

class Update {
  readonly #file: string
  readonly #local: FixtureCopy
  readonly #base: FixtureCopy | undefined
  readonly #upstream: FixtureCopy
  readonly #disk: Disk
  readonly #staging: string

  constructor(file: string, local: FixtureCopy, base: FixtureCopy | undefined, upstream: FixtureCopy, disk: Disk) {
    this.#file = file
    this.#local = local
    this.#base = base
    this.#upstream = upstream
    this.#disk = disk
    this.#staging = dirname(upstream.file)
  }

  async run({ write = false }: { readonly write?: boolean | undefined }): Promise<Updated> {
    const { fixture, changes, files } = await mergeFixtures(this.#base, this.#local, this.#upstream)
    const hasBase = this.#base !== undefined
    if (!write || (changes.length === 0 && hasBase)) return { changes, hasBase }
    const isEdited = changes.some(({ kind }) => kind !== "conflict")
    const text = isEdited ? await this.#text(fixture) : this.#local.text
    const merged = join(this.#staging, "merged")
    await mkdir(merged)
    const items = await this.#itemFiles(files, merged)
    const attachments = await this.#attachments(text, items)
    const target = join(merged, "fixture")
    await this.#disk.writeFile(target, text, { mode: (await stat(this.#file)).mode })
    // The base follows the fixture. If it stays old, the next update finds equal changes in the file and upstream.
    const last = [
      ...(isEdited ? [{ from: target, to: this.#file }] : []),
      { from: baseFolderOf(this.#upstream.file), to: baseFolderOf(this.#file) },
    ]
    await replaceAll([...items, ...attachments, ...last], join(this.#staging, "old"), this.#disk.rename)
    return { changes, hasBase }
  }

  /** Returns the file's text with the merged fixture. */
  async #text(fixture: Fixture): Promise<string> {
    const { document, file } = this.#local
    await editDocument(document, fixture, file)
    if (document.commentBefore === this.#base?.document.commentBefore) {
      document.commentBefore = this.#upstream.document.commentBefore
    }
    return document.toString({ lineWidth: 0 })
  }

  async #itemFiles(files: readonly MergedItemsFile[], folder: string): Promise<FileReplacement[]> {
    return Promise.all(
      files.map(async ({ name, lines }, at) => {
        const to = pathBeside(this.#file, name)
        if (lines === "upstream") return { from: pathBeside(this.#upstream.file, name), to }
        const from = join(folder, `${at}.ndjson`)
        if (lines !== "none") await this.#disk.writeFile(from, lines.map((line) => `${line}\n`).join(""))
        return { from, to }
      }),
    )
  }

  /** Adds attachments that the file lacks. Removes those of the base that no item has now. */
  async #attachments(text: string, items: readonly FileReplacement[]): Promise<FileReplacement[]> {
    const folderOf = (file: string) => join(dirname(file), `${stemOf(file)}.files`)
    const namesIn = (path: string) => readdir(path).catch(() => [])
    const [here, there] = [folderOf(this.#file), folderOf(this.#upstream.file)]
    const [old, fresh] = [new Set(await namesIn(here)), new Set(await namesIn(there))]
    const base = await readPullBase(this.#file)
    const unused = new Set(base?.files.filter((name) => old.has(name) && !fresh.has(name)))
    const replaced = new Map(items.map(({ from, to }) => [to, from]))
    const kept = [...this.#local.sources.values()].flatMap(({ file }) => file ?? [])
    const paths = new Set([...kept.map((name) => pathBeside(this.#file, name)), ...replaced.keys()])
    for (const path of unused.size === 0 ? [] : ["", ...paths]) {
      const from = replaced.get(path) ?? path
      const whole = path === "" ? text : existsSync(from) ? await readFile(from, "utf8") : ""
      for (const name of unused) if (whole.includes(name)) unused.delete(name)
    }
    const added = [...fresh].filter((name) => !old.has(name))
    return [...added, ...unused].map((name) => ({ from: join(there, name), to: join(here, name) }))
  }
}
