import { readdirSync, readFileSync } from "node:fs"
import type { RecordedExample } from "./recorded-example.ts"

const FOLDER = new URL("../../../fixtures/recorded/", import.meta.url)

const recorded = readdirSync(FOLDER)
  .sort()
  .map((file) => JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as RecordedExample)

/** The recorded request and answer of each operation that has one, by its name in the API. Inlined by the build: `inline-data.mjs`. */
export const examples: Readonly<Record<string, RecordedExample>> = Object.fromEntries(
  recorded.map((example) => [example.operation, example]),
)
