import { realpath, stat } from "node:fs/promises"
import { dirname, isAbsolute, relative, resolve, sep } from "node:path"
import {
  type Fixture,
  FixtureError,
  type Mistake,
  pathText,
  type Sources,
  structureMistakes,
} from "../../../src/fixtures/index.ts"
import { defined, inspect, type NamesOf, requireOptions } from "../../../src/model/index.ts"
import { type CreateWorld, createWorld, engineOf, type World } from "../../../src/world/index.ts"
import { giveApp } from "../give-app.ts"
import { type FixtureDocument, type MergedFixture, mergeDocuments, mistakeIn } from "./merge-documents.ts"
import type { FileMistake } from "./positions.ts"
import { FileProblem, parseFixture, readFileBytes, readText } from "./read-document.ts"
import { readNdjson } from "./read-ndjson.ts"
import { rememberFixture } from "./world-fixture.ts"

/** Fixture files that were read and merged, with access to the files that they refer to. */
export interface FixtureFiles {
  /** The merged fixture, not yet validated; `createWorld` validates it. */
  readonly fixture: Fixture
  /** Reads the files that the fixture refers to. */
  readonly sources: Sources
  /** Absolute paths of all files read so far, for a file watcher. More are added while the fixture is loaded. */
  readonly files: ReadonlySet<string>
  /** Returns a copy of the error in which the path of each mistake begins with its file. */
  blame(error: FixtureError): FixtureError
}

export interface FilesAllowed {
  /** Folders from which fixtures may use files at any depth, besides the folder of each fixture file. */
  readonly allowFiles?: readonly string[] | undefined
}

/**
 * Reads fixture files (JSON or YAML; fixtures.md) and merges them. Lists of users, workspaces and mail templates are
 * concatenated; any other property may appear in only one file. Rejects with a `FixtureError`, in which each mistake's
 * path begins with its file.
 *
 * @example
 * ```ts
 * import { createWorld } from "hexarium"
 * import { readFixtureFiles } from "hexarium/node"
 *
 * const files = await readFixtureFiles(["people.yaml", "shop.yaml"])
 * const world = await createWorld({ ...files, seed: 2 })
 * ```
 */
export async function readFixtureFiles(paths: readonly string[], allowed: FilesAllowed = {}): Promise<FixtureFiles> {
  requireOptions("readFixtureFiles", allowed, { allowFiles: true } satisfies NamesOf<FilesAllowed>)
  const { allowFiles = [] } = allowed
  await requireFolders(allowFiles)
  const files = new Set<string>()
  const documents: FixtureDocument[] = []
  const mistakes: (Mistake | FileMistake)[] = []
  for (const file of paths) {
    files.add(resolve(file))
    try {
      const { content, mistakes: found } = await parseFixture(await readText(file), file)
      documents.push({ file, content })
      for (const { path, message } of found) mistakes.push(mistakeIn(file, pathText(path), message))
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error
      const { line, column } = error
      // Removes the file from the message, because the mistake's path already names it.
      const message = error.message.replace(`: ${file}`, "")
      mistakes.push(defined({ path: file, message, file, place: "", line, column }))
    }
  }
  const merged = mergeDocuments(documents, paths.length === 1)
  const sources = sourcesBeside(merged, files, allowFiles)
  const blame = (error: FixtureError) => new FixtureError(withFiles(merged, error.mistakes, paths.length === 1))
  mistakes.push(...merged.mistakes)
  if (mistakes.length > 0) {
    const isWhole = documents.length === paths.length
    const more = documents.length === 0 ? [] : await mistakesIn(merged.fixture, sources, isWhole)
    throw new FixtureError([...mistakes, ...withFiles(merged, more, paths.length === 1)])
  }
  return { fixture: merged.fixture as Fixture, sources, files, blame }
}

/** Rejects if a folder of `allowFiles` is missing. A wrong path would otherwise only appear as refused files, or never. */
async function requireFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const found = await stat(folder).catch(() => undefined)
    if (found?.isDirectory()) continue
    const received = found === undefined ? "nothing" : "a file"
    throw new FileProblem(`allowFiles: expected a folder, found ${received}: ${resolve(folder)}`)
  }
}

/** Validates the merged fixture. If a file could not be read, checks only the structure, not references: they may need that file. */
async function mistakesIn(fixture: unknown, sources: Sources, isWhole: boolean): Promise<readonly Mistake[]> {
  if (!isWhole) return structureMistakes(fixture)
  try {
    await createWorld({ fixture: fixture as Fixture, sources })
    return []
  } catch (error) {
    if (error instanceof FixtureError) return error.mistakes
    throw error
  }
}

const withFiles = (merged: MergedFixture, mistakes: readonly Mistake[], isOnlyFile: boolean): FileMistake[] =>
  mistakes.map(({ path, message, ...rest }) => ({
    ...rest,
    ...placeIn(merged, path),
    path: inFile(merged, path),
    // If the message begins with another path, that path's file is also added.
    message: message.replace(PLACE, (place) => (isOnlyFile ? place : inFile(merged, place))),
  }))

const PLACE = /^(?:users|workspaces|mail_templates)\[\d+\]\S*/

function placeIn(merged: MergedFixture, path: string): Pick<FileMistake, "file" | "place"> {
  const { file, path: place } = merged.locate(path)
  return { file, place }
}

function inFile(merged: MergedFixture, path: string): string {
  const place = merged.locate(path)
  return place.path === "" ? place.file : `${place.file}: ${place.path}`
}

/**
 * Creates a world from fixture files. Its scripts can call the API. If the files contain mistakes, rejects with a
 * `FixtureError`, whose paths begin with the file.
 *
 * @example
 * ```ts
 * import { createWorldFromFiles } from "hexarium/node"
 *
 * const world = await createWorldFromFiles(["shop.yaml"], { seed: 2 })
 * ```
 */
export async function createWorldFromFiles(
  paths: readonly string[],
  { allowFiles, onWarnings, ...options }: Omit<CreateWorld, "fixture" | "sources"> & FilesAllowed = {},
): Promise<World> {
  if (!Array.isArray(paths)) {
    throw new TypeError(`createWorldFromFiles expects a list of paths, such as [${inspect(paths)}]`)
  }
  const { fixture, sources, blame } = await readFixtureFiles(paths, { allowFiles })
  try {
    const warn = onWarnings && ((found: readonly Mistake[]) => onWarnings(blame(new FixtureError(found)).mistakes))
    const world = await createWorld({ ...options, fixture, sources, onWarnings: warn })
    rememberFixture(world, paths)
    giveApp(engineOf(world))
    return world
  } catch (error) {
    throw error instanceof FixtureError ? blame(error) : error
  }
}

/**
 * Resolves a path relative to the fixture file that contains it. After symbolic links are resolved, the target must be
 * in that file's folder or in an allowed one; otherwise a stranger's fixture could read any file of the user.
 */
function sourcesBeside(merged: MergedFixture, files: Set<string>, allowed: readonly string[]): Sources {
  const locate = async (path: string, [root, index]: readonly (string | number)[]): Promise<string> => {
    const folder = dirname(merged.locate(`${root}[${index}]`).file)
    const target = resolve(folder, path)
    files.add(target)
    const real = await realPath(target)
    const folders = await Promise.all([folder, ...allowed].map((one) => realPath(resolve(one))))
    if (folders.some((one) => isBelow(one, real))) return target
    throw new FileProblem(`the file is outside the fixture's folder: ${target}; allow its folder with --allow-files`)
  }
  return {
    items: async function* (path, at) {
      yield* readNdjson(await locate(path, at))
    },
    bytes: async (path, at) => readFileBytes(await locate(path, at)),
    text: async (path, at) => readText(await locate(path, at)),
  }
}

/** Resolves symbolic links. Returns the path unchanged if the file does not exist. */
const realPath = (path: string): Promise<string> => realpath(path).catch(() => path)

function isBelow(folder: string, file: string): boolean {
  const path = relative(folder, file)
  return path !== "" && path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path)
}
