/**
 * Builds the playground (docs/playground): a page that contains all of Hexarium, whose files lie in one folder, for any static host. `npm
 * run site` puts it into the site.
 */

import { createHash } from "node:crypto"
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { requiredBuiltins } from "../scripts/bundling.mjs"
import { inlineData } from "../scripts/inline-data.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const source = `${root}docs/playground/`

const common = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
  target: "es2022",
  platform: "browser",
  mainFields: ["module", "main"],
  conditions: ["browser"],
  loader: { ".yaml": "text" },
  define: { "process.env.NODE_ENV": '"production"' },
  jsx: "automatic",
  jsxImportSource: "preact",
  plugins: [inlineData, requiredBuiltins],
}

/** `out` ends with a slash. */
export async function buildPlayground(out) {
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  await Promise.all([
    build({
      ...common,
      entryPoints: { main: `${source}main.tsx`, style: `${source}style.css` },
      outdir: out,
      format: "esm",
      splitting: true,
      chunkNames: "[name]-[hash]",
    }),
    cp(`${source}index.html`, `${out}index.html`),
    cp(`${root}dashboard/icon.svg`, `${out}icon.svg`),
  ])
  const files = (await readdir(out)).sort()
  const hash = createHash("sha256")
  for (const file of files) hash.update(await readFile(out + file))
  const { outputFiles } = await build({
    ...common,
    entryPoints: [`${source}worker.ts`],
    format: "iife",
    // Keeps modules that are only imported for their effects.
    ignoreAnnotations: true,
    write: false,
    define: {
      PAGE_FILES: JSON.stringify(["./", ...files]),
      PAGE_VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)),
    },
  })
  await writeFile(`${out}worker.js`, outputFiles[0].text)
}
