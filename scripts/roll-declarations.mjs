/**
 * Merges the declarations from `tsc -b` into one file for each entry, `dist/NAME.d.ts`, and files that entries share. A
 * class therefore has the same type in all entries. The files also contain the types of bundled packages.
 */

import { mkdir, rm, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import { dts } from "rolldown-plugin-dts"
import { INSTALLED } from "./bundling.mjs"
import { sources } from "./entries.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))

const isInstalled = (id) => id.startsWith("node:") || INSTALLED.some((name) => id === name || id.startsWith(`${name}/`))

/** Moves each doc comment to its own line. At the end of a line, it would not belong to the declaration on the next line. */
const onLinesOfTheirOwn = (text) => text.replaceAll(/ *(\/\*\*(?:[^*]|\*(?!\/))*\*\/) */g, "\n$1\n")

await rm(`${root}dist/declarations`, { recursive: true, force: true })
const bundle = await rolldown({
  cwd: root,
  input: Object.fromEntries(
    Object.entries(sources).map(([name, source]) => [name, `${root}dist/types/${source.replace(/\.ts$/, ".d.ts")}`]),
  ),
  external: isInstalled,
  checks: { pluginTimings: false, bundlerTimings: false, importIsUndefined: false },
  // The input consists only of declarations, so no compiler is needed.
  plugins: [dts({ dtsInput: true, tsconfig: false, resolver: "oxc" })],
})
const { output } = await bundle.generate({ entryFileNames: "[name].ts", chunkFileNames: "declarations/[name].ts" })
await bundle.close()
await mkdir(`${root}dist/declarations`, { recursive: true })
for (const { fileName, code } of output) await writeFile(`${root}dist/${fileName}`, onLinesOfTheirOwn(code))
