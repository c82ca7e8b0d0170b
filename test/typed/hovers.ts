import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { controlDocument } from "../../emulator/control/openapi.ts"
import { openApiDocument } from "../../emulator/http/openapi/document.ts"
import { sources } from "../../scripts/entries.mjs"
import { explained, meaningsOf } from "../../scripts/explain-declarations.mjs"
import { textsShown } from "../../scripts/hovers/language-service.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** In front of a name that is to be hovered over. */
const MARK = "/*?*/"

/**
 * What TypeScript's language service says below the types of a file's marked names, in order, in a project that has the package's declarations as
 * they are packed.
 */
export async function hovers(text: string): Promise<string[]> {
  await mkdir(`${root}dist/typed`, { recursive: true })
  const folder = await mkdtemp(`${root}dist/typed/hovers-`)
  try {
    await cp(`${root}dist/types`, join(folder, "types"), { recursive: true })
    await explainAll(join(folder, "types"))
    const names = Object.entries(sources).map(([name, source]): [string, string[]] => [
      name === "index" ? "hexarium" : `hexarium/${name}`,
      [`./types/${source.replace(/\.ts$/, ".d.ts")}`],
    ])
    const compilerOptions = {
      module: "nodenext",
      target: "es2023",
      strict: true,
      types: [],
      paths: Object.fromEntries(names),
    }
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts"] }))
    await writeFile(join(folder, "package.json"), '{ "type": "module" }')
    await writeFile(join(folder, "main.ts"), text)
    const tsc = `${root}node_modules/typescript/bin/tsc`
    return await textsShown({ tsc, folder, file: "main.ts", positions: marksIn(text) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function explainAll(types: string): Promise<void> {
  const meanings = meaningsOf({ api: openApiDocument({ version: "" }), control: controlDocument({ version: "" }) })
  const files = await readdir(types, { recursive: true })
  for (const file of files) {
    if (
      !file.endsWith(".d.ts") ||
      !/^(?:emulator\/(?:contract|control|client|flat|kit|wire)|src\/(?:operations|items|access|typed))/.test(file)
    )
      continue
    const before = await readFile(join(types, file), "utf8")
    const after = explained(file, before, meanings)
    if (after !== before) await writeFile(join(types, file), after)
  }
}

const marksIn = (text: string): { line: number; character: number }[] =>
  text
    .split("\n")
    .flatMap((words, line) =>
      [...words.matchAll(/\/\*\?\*\//g)].map(({ index }) => ({ line, character: index + MARK.length })),
    )
