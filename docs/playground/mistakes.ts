import { parseDocument, visit } from "yaml"
import { type PlacedMistake, placeMistakes } from "../../emulator/adapters/fixture-files/positions.ts"
import { keepSources } from "../../emulator/adapters/fixture-files/yaml-sources.ts"
import { readScalars } from "../../src/fixtures/index.ts"
import { createWorld, type Fixture, FixtureError } from "../../src/index.ts"

/** The parsed text of the editor: a fixture, or its mistakes. */
export interface Read {
  /** Undefined if the text has mistakes. */
  readonly fixture: Fixture | undefined
  readonly mistakes: readonly PlacedMistake[]
}

const NAME = "fixture.yaml"
const MAX_ALIASES = 10_000

/** Parses and checks a text like an import, and locates its mistakes. */
export async function readText(text: string): Promise<Read> {
  const document = parseDocument(text, { merge: true, prettyErrors: true })
  const [broken] = document.errors
  if (broken !== undefined) {
    const { line, col } = broken.linePos?.[0] ?? { line: null, col: null }
    const message = `the document is not valid YAML: ${(broken.message.split("\n")[0] ?? "").replace(/ at line \d+, column \d+:?$/, "")}`
    return wrong([{ file: NAME, line, column: col, path: "", names: "", message, meant: null }])
  }
  try {
    keepSources({ visit }, document)
    const fixture = readScalars(document.toJS({ maxAliasCount: MAX_ALIASES })).value as Fixture
    await createWorld({ fixture })
    return { fixture, mistakes: [] }
  } catch (error) {
    if (!(error instanceof FixtureError)) return wrong([unplacedMistake(error)])
    const mistakes = error.mistakes.map((mistake) => ({ ...mistake, file: NAME, place: mistake.path }))
    return wrong(await placeMistakes(mistakes, async () => text))
  }
}

const wrong = (mistakes: readonly PlacedMistake[]): Read => ({ fixture: undefined, mistakes })

const unplacedMistake = (error: unknown): PlacedMistake => ({
  ...{ file: NAME, line: 1, column: 1, path: "", names: "", meant: null },
  message: error instanceof Error ? error.message : String(error),
})
