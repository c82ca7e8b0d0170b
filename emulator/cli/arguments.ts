import type { ArgumentWords } from "./command.ts"

const FIXTURES = "fixture files, JSON or YAML; several are put together"

export const fixtureFiles: ArgumentWords = {
  syntax: "[fixture...]",
  description: FIXTURES,
  offers: "file",
  areFixtures: true,
}
