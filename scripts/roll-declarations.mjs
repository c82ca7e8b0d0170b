/**
 * Rolls up what `tsc -b` declares into a file an entry, `dist/NAME.d.ts`, and files that entries share, so that a class is the same
 * type whichever entry it came from. Of bundled packages, the types that the entries speak of are written into them.
 */

import { readFile, rm } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import { dts } from "rolldown-plugin-dts"
import { INSTALLED } from "./bundling.mjs"
import { sources } from "./entries.mjs"
import { explained, meaningsOf, withCommentsOnLines } from "./explain-declarations.mjs"
import { run } from "./inline-data.mjs"

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

/** zod excuses a line of its declarations, and has to go on doing so when lines are put together anew. */
const excusedLines = {
  name: "excused-lines",
  renderChunk: {
    order: "post",
    handler: (text) => ({ code: text.replaceAll(/\/\*\* @ts-ignore [^*]*\*\/ ?/g, "\n$&\n"), map: null }),
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

const REPEATED = ", $ZodTypeInternals<"

/** What zod says of its own methods is in zod's documentation; of its comments only those are kept that compilers read. */
const uncommented = {
  name: "uncommented",
  transform: {
    order: "pre",
    handler: (text, id) =>
      id.includes("/node_modules/zod/")
        ? { code: text.replaceAll(/\/\*\*(?! @ts-ignore)(?:(?!\*\/)[\s\S])*\*\//g, ""), map: null }
        : undefined,
  },
}

/** What a type of zod knows of itself follows from what goes in and comes out: written out, it says both once more. */
const unrepeated = {
  name: "unrepeated",
  renderChunk: { order: "post", handler: (text) => ({ code: withoutRepeated(text), map: null }) },
}

function withoutRepeated(text) {
  const [first, ...parts] = text.split(REPEATED)
  return parts.reduce((whole, part) => whole + part.slice(endOf(part, 1)), first)
}

/** Where brackets that are open are closed: behind the last of them. */
function endOf(text, alreadyOpen) {
  let open = alreadyOpen
  let at = 0
  do {
    if ("<{([".includes(text[at])) open += 1
    if ("})]".includes(text[at]) || (text[at] === ">" && text[at - 1] !== "=")) open -= 1
    at += 1
  } while (open > 0)
  return at
}

const BODY = "readonly body: () => ZodType<"

/** Of a body, clients are told what goes in; what handlers get of it, and what rows say for documents alone, is nobody's else. */
const forClients = {
  name: "for-clients",
  renderChunk: { order: "post", handler: (text) => ({ code: withoutOutput(text), map: null }) },
}

function withoutOutput(text) {
  const [first, ...parts] = text
    .replaceAll(/^readonly summary: "(?:[^"\\]|\\.)*";$/gm, "readonly summary: string;")
    .split(BODY)
  return parts.reduce(
    (whole, part) => `${whole}${BODY}unknown${part.slice(part[0] === "{" ? endOf(part, 0) : 0)}`,
    first,
  )
}

await rm(`${root}dist/declarations`, { recursive: true, force: true })
const bundle = await rolldown({
  cwd: root,
  input: Object.fromEntries(
    Object.entries(sources).map(([name, source]) => [name, `${root}dist/types/${source.replace(/\.ts$/, ".d.ts")}`]),
  ),
  external: isInstalled,
  checks: { pluginTimings: false, bundlerTimings: false },
  // What is read was declared already, so no compiler is needed, whichever version of it made them.
  plugins: [
    explaining,
    dts({ dtsInput: true, tsconfig: false, resolver: "oxc" }),
    uncommented,
    excusedLines,
    outspoken,
    unrepeated,
    forClients,
  ],
})
await bundle.write({ dir: `${root}dist`, entryFileNames: "[name].ts", chunkFileNames: "declarations/[name].ts" })
await bundle.close()
