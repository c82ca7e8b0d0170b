/**
 * Whether editors have something to say of everything in the packed package: `node scripts/hovers/check-hovers.mjs FOLDER`, where FOLDER is a
 * project that has it installed, with TypeScript 5.9, whose compiler can be asked from here, TypeScript 7, whose language service is asked as
 * editors do, and `schema.d.ts`, the types of test/typed/shop.ts. Prints how many members there are; exits 1 with the names of those that
 * nothing is said of.
 */

import { writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { join, resolve } from "node:path"
import { ENTRIES, nameOf } from "../entries.mjs"
import { textsShown } from "./language-service.mjs"
import { walkMembers } from "./walk-members.mjs"

const folder = resolve(process.argv[2])
const ts = createRequire(join(folder, "package.json"))("typescript-5.9")

const imports = Object.keys(ENTRIES).map(
  (entry) => `import * as of_${nameOf(entry).replaceAll("-", "_")} from "hexarium${entry.slice(1)}"`,
)

const begin = `${imports.join("\n")}
import type { Shop, ShopOrdersTypes } from "./schema.js"
const root_world = await of_index.createWorld()
const root_world_of_shop = await of_index.createWorld<Shop>()
const root_as = root_world.as("ada@shop.test")
const root_as_of_shop = root_world_of_shop.as("ada@shop.test")
const root_called = of_control.createControl({}).as("ada@shop.test")
const root_called_of_shop = of_control.createControl<Shop>({}).as("ada@shop.test")
const root_client = of_client.createClient({})
const root_client_of_shop = of_client.createClient<Shop>({})
`

const options = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
  types: ["node"],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
}

const { silent, text, places } = walkMembers({ ts, folder, begin, options })
tell("TypeScript 5.9", silent, places.length)

await writeFile(join(folder, "hovers.ts"), text)
const project = {
  ...options,
  module: "nodenext",
  moduleResolution: "nodenext",
  target: "es2022",
  lib: ["es2023", "dom"],
}
await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: project, files: ["hovers.ts"] }))
const marks = text.split("\n").flatMap((words, line) =>
  [...words.matchAll(/\/\*(\d+)\*\//g)].map(({ 0: mark, 1: at, index }) => ({
    place: places[at],
    position: { line, character: index + mark.length },
  })),
)
const tsc = join(folder, "node_modules/typescript/bin/tsc")
const shown = await textsShown({ tsc, folder, file: "hovers.ts", positions: marks.map(({ position }) => position) })
tell(
  "TypeScript 7",
  marks.filter((_, at) => shown[at] === "").map(({ place }) => place),
  marks.length,
)

function tell(compiler, names, count) {
  if (names.length === 0) process.stdout.write(`${compiler} ${count} members\n`)
  else {
    process.stderr.write(
      `with ${compiler}, an editor says nothing of ${names.length} of ${count} members:\n${names.join("\n")}\n`,
    )
    process.exitCode = 1
  }
}
