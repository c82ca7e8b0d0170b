/**
 * Builds the dashboard into the folder `ui`: modules that a browser loads when a view needs them, and the list of
 * files to serve.
 */

import { cp, readdir, readFile, writeFile } from "node:fs/promises"
import { basename } from "node:path"
import { build } from "esbuild"
import { requiredBuiltins } from "./bundling.mjs"
import { inlineData } from "./inline-data.mjs"

const common = {
  bundle: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  minify: true,
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
  metafile: true,
  plugins: [inlineData],
}

const FIRST_VIEW = ["dashboard/main.tsx", "dashboard/views/overview/overview.tsx"]

/** Returns links that preload the modules of the first view. Without them, a browser finds these modules in five steps. */
function preloadsOf(outputs) {
  const wanted = new Set()
  const want = (place) => {
    if (wanted.has(place)) return
    wanted.add(place)
    for (const { path, kind } of outputs[place].imports) if (kind === "import-statement" && path in outputs) want(path)
  }
  for (const place of Object.keys(outputs)) if (FIRST_VIEW.includes(outputs[place].entryPoint)) want(place)
  return [...wanted].map((place) => `<link rel="modulepreload" href="/ui/${basename(place)}">`).join("\n")
}

export const SWAGGER_UI = "node_modules/swagger-ui-dist"
const SWAGGER_FILES = ["swagger-ui-bundle.js", "swagger-ui-bundle.js.LICENSE.txt", "swagger-ui.css"]

/** Builds the toolbar of the Vite plugin into one file. */
const buildToolbar = (root, out) =>
  build({
    ...common,
    absWorkingDir: root,
    entryPoints: { toolbar: "dashboard/toolbar/main.ts" },
    outdir: out,
    // The client's modules refer to the engine, of which the bundle contains nothing.
    plugins: [inlineData, requiredBuiltins],
  })

/** Builds the dashboard and the toolbar into `dist`. Both paths end with a slash. Resolves to esbuild's result for the dashboard. */
export async function buildDashboard(root, dist) {
  const out = `${dist}ui/`
  await buildToolbar(root, out)
  const built = await build({
    ...common,
    absWorkingDir: root,
    entryPoints: {
      main: "dashboard/main.tsx",
      style: "dashboard/style/main.css",
      reference: "dashboard/reference/main.ts",
      "reference-style": "dashboard/style/reference.css",
      "events-worker": "dashboard/api/events-worker.ts",
    },
    outdir: out,
    splitting: true,
    jsx: "automatic",
    jsxImportSource: "preact",
    chunkNames: "[name]-[hash]",
  })
  await Promise.all(
    ["icon.svg", "reference/reference.html"].map((file) => cp(`${root}dashboard/${file}`, out + basename(file))),
  )
  await Promise.all(SWAGGER_FILES.map((file) => cp(`${root}${SWAGGER_UI}/${file}`, `${dist}docs/${file}`)))
  const page = await readFile(`${root}dashboard/index.html`, "utf8")
  await writeFile(`${out}index.html`, page.replace("<!-- preloads -->", preloadsOf(built.metafile.outputs)))
  const served = (await readdir(out)).filter((file) => !file.endsWith(".html")).sort()
  await writeFile(`${out}files.json`, JSON.stringify(served))
  return built
}
