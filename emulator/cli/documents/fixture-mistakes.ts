import type { FixtureError } from "../../../src/inside.ts"
import { type PlacedMistake, placeMistakes } from "../../adapters/fixture-files/positions.ts"
import { readText } from "../../adapters/fixture-files/read-document.ts"
import { type Paint, plain } from "../colours.ts"
import { legible } from "../legible.ts"

/** Every mistake where a person finds it; files that can't be read have no lines. */
export const placedMistakes = ({ mistakes }: Pick<FixtureError, "mistakes">): Promise<PlacedMistake[]> =>
  placeMistakes(mistakes, (file) => readText(file).catch(() => undefined))

/** `world.yaml:12:9: workspaces[Acme].name: expected a text [workspaces[0].name]` */
export function mistakeLine(mistake: PlacedMistake, paint: Paint = plain): string {
  const { file, line, column, path, names, message, meant } = mistake
  const place = [file, line, column].filter((part) => part !== null && part !== "").join(":")
  const what = names === "" ? message : `${paint("bold", legible(names))}: ${legible(message)}`
  const hint = meant === null ? "" : `; did you mean ${legible(meant)}?`
  const exact = names === path ? "" : ` ${paint("dim", `[${legible(path)}]`)}`
  return `${place === "" ? "" : `${paint("cyan", legible(place))}: `}${what}${hint}${exact}`
}

/** Every mistake, a line each; a single one in the same line. */
export async function fixtureProblem(error: Pick<FixtureError, "mistakes">, paint?: Paint): Promise<string> {
  const [first, ...more] = (await placedMistakes(error)).map((mistake) => mistakeLine(mistake, paint))
  if (more.length === 0) return `the fixture has a mistake: ${first}`
  return [`the fixture has ${more.length + 1} mistakes:`, first, ...more].join("\n  ")
}
