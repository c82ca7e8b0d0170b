import type { Fixture } from "../../../src/fixtures/index.ts"
import { compact } from "../pull/pulled-fixture.ts"
import { type FixtureCopy, type ItemPlaces, mapDatastores } from "./fixture-copy.ts"
import { mergeItems } from "./merge-items.ts"
import { mergeTrees, type UpstreamChange } from "./merge-trees.ts"

export interface MergedCopies {
  /** The merged fixture with its inline items. */
  readonly fixture: Fixture
  readonly changes: readonly UpstreamChange[]
  readonly files: readonly MergedItemsFile[]
}

/** An items file to write or to remove. */
export interface MergedItemsFile {
  /** Path relative to the fixture. */
  readonly name: string
  /** `upstream` means the upstream copy's file, `none` that the file is removed. */
  readonly lines: readonly string[] | "upstream" | "none"
}

/** Members of a datastore that are merged with the items. */
const OF_ITEMS = /\.datastores\[[^\]]*\]\.items(?:_file)?$/

/** Merges the upstream changes since the base into the file's fixture. */
export async function mergeFixtures(
  base: FixtureCopy | undefined,
  local: FixtureCopy,
  upstream: FixtureCopy,
): Promise<MergedCopies> {
  const changes: UpstreamChange[] = []
  const report = (change: UpstreamChange) => {
    if (!OF_ITEMS.test(change.path)) changes.push(change)
  }
  const tree = mergeTrees("", base?.tree, local.tree, upstream.tree, report) as Fixture
  const files: MergedItemsFile[] = []
  const left = new Map(local.sources)
  const fixture = await mapDatastores(tree, async (datastore, key, path) => {
    const [before, here, there] = [base, local, upstream].map((copy) => copy?.sources.get(key))
    left.delete(key)
    const withItems = ({ inline, file }: Pick<ItemPlaces, "inline" | "file">) =>
      compact({ ...datastore, items: inline, items_file: file })
    if (there === undefined) return withItems(here ?? { inline: undefined, file: undefined })
    if (here === undefined) {
      if (there.file !== undefined) files.push({ name: there.file, lines: "upstream" })
      return withItems(there)
    }
    if (here.digest === there.digest || before?.digest === there.digest) return withItems(here)
    const { items, isChanged } = await mergeItems(path, key, base, local, upstream, report)
    if (!isChanged) return withItems(here)
    if (before !== undefined && before.digest === here.digest) {
      // The file has no edits of items, so it takes over the form of the upstream items.
      if (here.file !== undefined && here.file !== there.file) files.push({ name: here.file, lines: "none" })
      if (there.file !== undefined) files.push({ name: there.file, lines: "upstream" })
      return withItems(there)
    }
    const isInline = (line: string | undefined) => here.file === undefined || line === undefined
    if (here.file !== undefined) {
      files.push({ name: here.file, lines: items.flatMap(({ line }) => line ?? []) })
    }
    const inline = items.flatMap(({ item, line }) => (isInline(line) ? item : []))
    return withItems({ inline: inline.length === 0 ? undefined : inline, file: here.file })
  })
  for (const { file } of left.values()) if (file !== undefined) files.push({ name: file, lines: "none" })
  return { fixture, changes, files }
}
