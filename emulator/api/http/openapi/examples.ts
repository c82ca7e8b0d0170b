import { readdirSync, readFileSync } from "node:fs"
import type { RecordedExample } from "./recorded-example.ts"

const FOLDER = new URL("../../../../fixtures/recorded/", import.meta.url)

const recordedExamples = readdirSync(FOLDER)
  .sort()
  .map((file) => JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as RecordedExample)

/** Recorded requests and responses by API operation name. The build inlines these examples (`inline-data.mjs`). */
export const examples: Readonly<Record<string, RecordedExample>> = Object.fromEntries(
  recordedExamples.map((example) => [example.operation, example]),
)
