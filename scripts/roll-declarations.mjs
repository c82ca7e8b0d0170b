/**
 * Rolls up what `tsc -b` declares into a file an entry, `dist/NAME.d.ts`, and files that entries share, so that a class is the same
 * type whichever entry it came from. Of bundled packages, the types that the entries speak of are written into them.
 */

import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import { dts } from "rolldown-plugin-dts"
import { INSTALLED } from "./bundling.mjs"
import { sources } from "./entries.mjs"
import { explained, meaningsOf, withCommentsOnLines } from "./explain-declarations.mjs"
import { run } from "./inline-data.mjs"
import { withPlainPicks } from "./plain-picks.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))

/** Names of packages that are not bundled are left as they are. */
const isInstalled = (id) => id.startsWith("node:") || INSTALLED.some((name) => id === name || id.startsWith(`${name}/`))

const { controlDocument } = await run(`${root}emulator/control/openapi.ts`)
const meanings = meaningsOf({
  api: JSON.parse(await readFile(`${root}dist/openapi.json`, "utf8")),
  control: controlDocument({ version: "" }),
})

/** What is declared of operations, with what it means. */
const explaining = {
  name: "explaining",
  renderChunk: { order: "post", handler: (text) => ({ code: withCommentsOnLines(text), map: null }) },
  transform: {
    order: "pre",
    handler(text, id) {
      const path = id.startsWith(`${root}dist/types/`) ? id.slice(`${root}dist/types/`.length) : undefined
      return path === undefined ? undefined : { code: explained(path, text, meanings), map: null }
    },
  },
}

/** Declarations are read by compilers: where a part came from and how deep it stands would be a thirtieth of what is packed of them. */
const outspoken = {
  name: "outspoken",
  renderChunk: {
    order: "post",
    handler: (text) => ({
      code: text.replaceAll(/^\/\/ dist\/types.*\n/gm, "").replaceAll(/^[ \t]+(?=[^ \t])/gm, ""),
      map: null,
    }),
  },
}

/** Of schemas, declarations say what goes in and what comes out, which of zod's types takes one (plain-schemas.mjs). */
const withoutZod = {
  name: "without-zod",
  resolveId: { order: "pre", handler: (id) => (/^zod(?:\/|$)/.test(id) ? `${root}scripts/zod.d.ts` : null) },
}

/** What rows say for documents alone is nobody's else. */
const forClients = {
  name: "for-clients",
  renderChunk: {
    order: "post",
    handler: (text) => ({
      code: text.replaceAll(/^readonly summary: "(?:[^"\\]|\\.)*";$/gm, "readonly summary: string;"),
      map: null,
    }),
  },
}

await rm(`${root}dist/declarations`, { recursive: true, force: true })
const bundle = await rolldown({
  cwd: root,
  input: Object.fromEntries(
    Object.entries(sources).map(([name, source]) => [name, `${root}dist/types/${source.replace(/\.ts$/, ".d.ts")}`]),
  ),
  external: isInstalled,
  checks: { pluginTimings: false, bundlerTimings: false, importIsUndefined: false },
  // What is read was declared already, so no compiler is needed, whichever version of it made them.
  plugins: [withoutZod, explaining, dts({ dtsInput: true, tsconfig: false, resolver: "oxc" }), outspoken, forClients],
})
const { output } = await bundle.generate({ entryFileNames: "[name].ts", chunkFileNames: "declarations/[name].ts" })
await bundle.close()
await mkdir(`${root}dist/declarations`, { recursive: true })
for (const [path, text] of withPlainPicks(new Map(output.map(({ fileName, code }) => [fileName, code])))) {
  await writeFile(`${root}dist/${path}`, text)
}
