import { realpath } from "node:fs/promises"
import { dirname, isAbsolute, relative, resolve, sep } from "node:path"
import {
  type CreateWorld,
  createWorld,
  type Fixture,
  FixtureError,
  type Mistake,
  type NamesOf,
  requireOptions,
  type Sources,
  shown,
  structureMistakes,
  type World,
} from "../../../src/inside.ts"
import { type FixtureDocument, type MergedFixture, mergeDocuments } from "./merge-documents.ts"
import type { FileMistake } from "./positions.ts"
import { FileProblem, parseText, readFileBytes, readText } from "./read-document.ts"
import { readNdjson } from "./read-ndjson.ts"
import { rememberFixture } from "./world-fixture.ts"

/** One or several fixture files, read and put together, with the files they name at hand. */
export interface FixtureFiles {
  /** Not checked yet: `createWorld` does that. */
  readonly fixture: Fixture
  /** The files that were read, in order. */
  readonly sources: Sources
  /** Every file read so far, absolute: what to watch for changes. Grows while the fixture is loaded. */
  readonly files: ReadonlySet<string>
  /** The same mistakes, each with the file it is in. */
  blame(error: FixtureError): FixtureError
}

/** Which files a fixture may name. */
export interface FilesAllowed {
  /** Folders in which files may be, besides that of the fixture which names them, with all folders in them. */
  readonly allowFiles?: readonly string[] | undefined
}

/**
 * Reads fixture files (JSON or YAML; fixtures.md). Several make one fixture: users, workspaces and mail templates are put
 * together, anything else may be given only once. Rejects with a `FixtureError` whose paths begin with the file.
 */
export async function readFixtureFiles(paths: readonly string[], allowed: FilesAllowed = {}): Promise<FixtureFiles> {
  requireOptions("readFixtureFiles", allowed, { allowFiles: true } satisfies NamesOf<FilesAllowed>)
  const { allowFiles = [] } = allowed
  const files = new Set<string>()
  const documents: FixtureDocument[] = []
  const mistakes: (Mistake | FileMistake)[] = []
  for (const file of paths) {
    files.add(resolve(file))
    try {
      documents.push({ file, content: await parseText(await readText(file), file) })
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error
      const { line, column } = error
      mistakes.push({
        path: file,
        // Which file it is stands before it.
        message: error.message.replace(`: ${file}`, ""),
        file,
        place: "",
        ...(line === undefined ? {} : { line }),
        ...(column === undefined ? {} : { column }),
      })
    }
  }
  const merged = mergeDocuments(documents, paths.length === 1)
  const sources = sourcesBeside(merged, files, allowFiles)
  const blame = (error: FixtureError) => new FixtureError(blamed(merged, error.mistakes, paths.length === 1))
  mistakes.push(...merged.mistakes)
  if (mistakes.length > 0) {
    const isWhole = documents.length === paths.length
    const more = documents.length === 0 ? [] : await mistakesIn(merged.fixture, sources, isWhole)
    throw new FixtureError([...mistakes, ...blamed(merged, more, paths.length === 1)])
  }
  return { fixture: merged.fixture as Fixture, sources, files, blame }
}

/**
 * Further mistakes of a fixture that can't be used anyway. When a whole file is missing only the structure is checked, since
 * references may lead into that file.
 */
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

const blamed = (merged: MergedFixture, mistakes: readonly Mistake[], isOnlyFile: boolean): FileMistake[] =>
  mistakes.map(({ path, message, ...rest }) => ({
    ...rest,
    ...placeIn(merged, path),
    path: inFile(merged, path),
    // A message may begin with another path, which then needs its file as well.
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

/** A world from fixture files. Rejects with a `FixtureError` whose paths begin with the file. */
export async function createWorldFromFiles(
  paths: readonly string[],
  { allowFiles, ...options }: Omit<CreateWorld, "fixture" | "sources"> & FilesAllowed = {},
): Promise<World> {
  if (!Array.isArray(paths)) {
    throw new TypeError(`createWorldFromFiles takes a list of paths: createWorldFromFiles([${shown(paths)}])`)
  }
  const { fixture, sources, blame } = await readFixtureFiles(paths, { allowFiles })
  try {
    const world = await createWorld({ ...options, fixture, sources })
    rememberFixture(world, paths)
    return world
  } catch (error) {
    throw error instanceof FixtureError ? blame(error) : error
  }
}

/**
 * Paths lead from the file that names them, into its folder or one that is allowed: a fixture of somebody else's is not to read
 * whatever its user may. Links are followed before that is decided.
 */
function sourcesBeside(merged: MergedFixture, files: Set<string>, allowed: readonly string[]): Sources {
  const locate = async (path: string, [root, index]: readonly (string | number)[]): Promise<string> => {
    const folder = dirname(merged.locate(`${root}[${index}]`).file)
    const target = resolve(folder, path)
    files.add(target)
    const real = await realPath(target)
    const folders = await Promise.all([folder, ...allowed].map((one) => realPath(resolve(one))))
    if (folders.some((one) => isBelow(one, real))) return target
    throw new FileProblem(`outside the folder of the fixture: ${target}; allow its folder with --allow-files`)
  }
  return {
    items: async function* (path, at) {
      yield* readNdjson(await locate(path, at))
    },
    bytes: async (path, at) => readFileBytes(await locate(path, at)),
    text: async (path, at) => readText(await locate(path, at)),
  }
}

/** Of what is not there, where it would be. */
const realPath = (path: string): Promise<string> => realpath(path).catch(() => path)

function isBelow(folder: string, file: string): boolean {
  const path = relative(folder, file)
  return path !== "" && path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path)
}
