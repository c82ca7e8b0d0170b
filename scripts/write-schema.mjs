/**
 * Writes the fixture format's JSON Schema, generated from the validator, to fixtures/schema.json. Run it after a build.
 */

import { writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"

const { fixtureJsonSchema } = await import("../dist/index.js")
const target = fileURLToPath(new URL("../fixtures/schema.json", import.meta.url))
await writeFile(target, `${JSON.stringify(fixtureJsonSchema())}\n`)
