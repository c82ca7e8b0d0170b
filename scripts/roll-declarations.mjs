/**
 * Rolls up what `tsc -b` declares into a file an entry, `dist/NAME.d.ts`, and files that entries share, so that a class is the same
 * type whichever entry it came from. Of bundled packages, the types that the entries speak of are written into them.
 */

import { mkdir, rm, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import { dts } from "rolldown-plugin-dts"
import { INSTALLED } from "./bundling.mjs"
import { sources } from "./entries.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))

/** Names of packages that are not bundled are left as they are. */
const isInstalled = (id) => id.startsWith("node:") || INSTALLED.some((name) => id === name || id.startsWith(`${name}/`))

/** The comment holds for the next line, which is no other once a type is rolled into one line. */
const onLinesOfTheirOwn = (text) => text.replaceAll(/ ?(\/\*\* @ts-ignore [^*]*\*\/) ?/g, "\n$1\n")

await rm(`${root}dist/declarations`, { recursive: true, force: true })
const bundle = await rolldown({
  cwd: root,
  input: Object.fromEntries(
    Object.entries(sources).map(([name, source]) => [name, `${root}dist/types/${source.replace(/\.ts$/, ".d.ts")}`]),
  ),
  external: isInstalled,
  checks: { pluginTimings: false, bundlerTimings: false, importIsUndefined: false },
  // What is read was declared already, so no compiler is needed, whichever version of it made them.
  plugins: [dts({ dtsInput: true, tsconfig: false, resolver: "oxc" })],
})
const { output } = await bundle.generate({ entryFileNames: "[name].ts", chunkFileNames: "declarations/[name].ts" })
await bundle.close()
await mkdir(`${root}dist/declarations`, { recursive: true })
for (const { fileName, code } of output) await writeFile(`${root}dist/${fileName}`, onLinesOfTheirOwn(code))
