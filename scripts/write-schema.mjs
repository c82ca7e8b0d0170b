/**
 * Writes the JSON Schema of the fixture format, made from the validator itself, to fixtures/schema.json. Run after a build; programs read it, so it
 * is not indented.
 */

import { writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"

const { fixtureJsonSchema } = await import("../dist/index.js")
const target = fileURLToPath(new URL("../fixtures/schema.json", import.meta.url))
await writeFile(target, `${JSON.stringify(fixtureJsonSchema())}\n`)
