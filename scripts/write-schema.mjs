/** Writes fixtures/schema.json, the JSON Schema of fixtures, from the validator. Run this script after a build. */

import { writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"

const { fixtureJsonSchema } = await import("../dist/index.js")
const target = fileURLToPath(new URL("../fixtures/schema.json", import.meta.url))
await writeFile(target, `${JSON.stringify(fixtureJsonSchema())}\n`)
