/**
 * Writes the GraphQL schema as a module, emulator/graphql/sdl.ts, and the names of its roots, emulator/graphql/root-names.ts.
 * The build, the type check and the tests run this script.
 */

import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { buildSchema } from "graphql"
import { writeIfChanged } from "./write-if-changed.mjs"

const sdl = await readFile(fileURLToPath(new URL("../emulator/graphql/schema.graphql", import.meta.url)), "utf8")
const schema = buildSchema(sdl)
const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((type) => Object.keys(type.getFields()))

await writeIfChanged(
  "emulator/graphql/sdl.ts",
  `// Written by scripts/write-sdl.mjs.
/** The GraphQL schema (graphql.md section 10). */
export const SDL = ${JSON.stringify(sdl)}
`,
)
await writeIfChanged(
  "emulator/graphql/root-names.ts",
  `// Written by scripts/write-sdl.mjs.
/** The roots of the GraphQL schema. */
export const ROOT_NAMES = ${JSON.stringify(roots)} as const
`,
)
