/** Writes emulator/client/routes.ts, the routes of the client, from the contract table. Run by the build, the type check and the tests. */

import { readFile, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { run } from "./inline-data.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const file = `${root}emulator/client/routes.ts`

const { wire } = await run(`${root}emulator/contract/wire.ts`)
const entries = Object.entries(wire).map(([name, facts]) => `  ${name}: ${JSON.stringify(facts)},\n`)
const text = `// Written by scripts/write-routes.mjs.
import type { OperationName } from "../contract/table.ts"
import type { WireFacts } from "../contract/wire-facts.ts"

/** Routes of every operation, and what it takes and answers. */
export const routes: Readonly<Record<OperationName, WireFacts>> = {
${entries.join("")}}
`
// A file that is written without need makes watchers and the type check start over.
if ((await readFile(file, "utf8").catch(() => "")) !== text) await writeFile(file, text)
