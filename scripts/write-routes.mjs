/**
 * Writes the client's routes to emulator/client/routes.ts, from the contract table. The build, the type check and the
 * tests run this script.
 */

import { fileURLToPath } from "node:url"
import { run } from "./inline-data.mjs"
import { writeIfChanged } from "./write-if-changed.mjs"

const { wire } = await run(fileURLToPath(new URL("../emulator/api/contract/wire-facts.ts", import.meta.url)))
const entries = Object.entries(wire).map(([name, facts]) => `  ${name}: ${JSON.stringify(facts)},\n`)
await writeIfChanged(
  "emulator/client/routes.ts",
  `// Written by scripts/write-routes.mjs.
import type { OperationName, WireFacts } from "../api/index.ts"

export const routes: Readonly<Record<OperationName, WireFacts>> = {
${entries.join("")}}
`,
)
