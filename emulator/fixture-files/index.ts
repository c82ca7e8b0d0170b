import { dirname, resolve } from "node:path"
import {
  type CreateWorld,
  createWorld,
  type Fixture,
  FixtureError,
  type Mistake,
  type Sources,
  structureMistakes,
  type World,
} from "../../src/inside.ts"
import { type FixtureDocument, type MergedFixture, mergeDocuments } from "./merge-documents.ts"
import { FileProblem, parseText, readFileBytes, readText } from "./read-document.ts"
import { readNdjson } from "./read-ndjson.ts"

/** One or several fixture files, read and put together, with the files they name at hand. */
export interface FixtureFiles {
  /** Not checked yet: `createWorld` does that. */
  readonly fixture: Fixture
  readonly sources: Sources
  /** Every file read so far, absolute: what to watch for changes. Grows while the fixture is loaded. */
  readonly files: ReadonlySet<string>
  /** The same mistakes, each with the file it is in. */
  blame(error: FixtureError): FixtureError
}

/**
 * Reads fixture files (JSON or YAML; fixtures.md). Several make one fixture: users, workspaces and mail templates are put
 * together, anything else may be given only once. Rejects with a `FixtureError` whose paths begin with the file.
 */
export async function readFixtureFiles(paths: readonly string[]): Promise<FixtureFiles> {
  const files = new Set<string>()
  const documents: FixtureDocument[] = []
  const mistakes: Mistake[] = []
  for (const file of paths) {
    files.add(resolve(file))
    try {
      documents.push({ file, content: parseText(await readText(file), file) })
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error
      mistakes.push({ path: file, message: error.message })
    }
  }
  const merged = mergeDocuments(documents, paths.length === 1)
  const sources = sourcesBeside(merged, files)
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

const blamed = (merged: MergedFixture, mistakes: readonly Mistake[], isOnlyFile: boolean): Mistake[] =>
  mistakes.map(({ path, message }) => ({
    path: inFile(merged, path),
    // A message may begin with another path, which then needs its file as well.
    message: message.replace(PLACE, (place) => (isOnlyFile ? place : inFile(merged, place))),
  }))

const PLACE = /^(?:users|workspaces|mail_templates)\[\d+\]\S*/

function inFile(merged: MergedFixture, path: string): string {
  const place = merged.locate(path)
  return place.path === "" ? place.file : `${place.file}: ${place.path}`
}

/** A world from fixture files. Rejects with a `FixtureError` whose paths begin with the file. */
export async function createWorldFromFiles(
  paths: readonly string[],
  options: Omit<CreateWorld, "fixture" | "sources"> = {},
): Promise<World> {
  const { fixture, sources, blame } = await readFixtureFiles(paths)
  try {
    return await createWorld({ ...options, fixture, sources })
  } catch (error) {
    throw error instanceof FixtureError ? blame(error) : error
  }
}

/** Paths lead from the file that names them; a user may name any file of their own machine. */
function sourcesBeside(merged: MergedFixture, files: Set<string>): Sources {
  const locate = (path: string, [root, index]: readonly (string | number)[]): string => {
    const { file } = merged.locate(`${root}[${index}]`)
    const target = resolve(dirname(file), path)
    files.add(target)
    return target
  }
  return {
    items: (path, at) => readNdjson(locate(path, at)),
    bytes: (path, at) => readFileBytes(locate(path, at)),
    text: (path, at) => readText(locate(path, at)),
  }
}
