import type { FixtureError } from "../../src/fixtures/index.ts"
import { type PlacedMistake, placeMistakes, readText } from "../adapters/index.ts"
import { type Paint, plain } from "./colours.ts"
import { printable } from "./printable.ts"

/** Adds the file, line and column to mistakes. If the file can't be read, the line and column are unknown. */
export const placedMistakes = ({ mistakes }: Pick<FixtureError, "mistakes">): Promise<PlacedMistake[]> =>
  placeMistakes(mistakes, (file) => readText(file).catch(() => undefined))

/** Formats a mistake, e.g. `world.yaml:12:9: workspaces[Acme].name: expected a string [workspaces[0].name]`. */
export function mistakeLine(mistake: PlacedMistake, paint: Paint = plain): string {
  const { file, line, column, path, names, message, meant } = mistake
  const place = [file, line, column].filter((part) => part !== null && part !== "").join(":")
  const what = names === "" ? message : `${paint("bold", printable(names))}: ${printable(message)}`
  const hint = meant === null ? "" : `; did you mean ${printable(meant)}?`
  const exact = names === path ? "" : ` ${paint("dim", `[${printable(path)}]`)}`
  return `${place === "" ? "" : `${paint("cyan", printable(place))}: `}${what}${hint}${exact}`
}

/** Formats mistakes, one per line. A single mistake is on the same line as the introduction. */
export async function fixtureProblem(error: Pick<FixtureError, "mistakes">, paint?: Paint): Promise<string> {
  const [first, ...more] = (await placedMistakes(error)).map((mistake) => mistakeLine(mistake, paint))
  if (more.length === 0) return `the fixture has a mistake: ${first}`
  return [`the fixture has ${more.length + 1} mistakes:`, first, ...more].join("\n  ")
}
