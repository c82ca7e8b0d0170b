/** Builds the dashboard into dist/ui: modules that browsers load when a view needs them, and the list of what is served. */

import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { basename } from "node:path"
import { build } from "esbuild"
import { inlineData } from "./inline-data.mjs"

/** What the library has as a chunk already; served beside the dashboard's own files. */
const ofLibrary = {
  name: "of-library",
  setup(builder) {
    builder.onResolve({ filter: /^yaml$/ }, () => ({ path: "./yaml.js", external: true }))
  },
}

const FIRST_VIEW = ["dashboard/main.tsx", "dashboard/views/overview/overview.tsx"]

/** The modules of the first view: a browser that learns of each from the one before it asks five times, one after the other. */
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

/** `root` and `dist` end with a slash. The answer is what esbuild tells of it. */
export async function buildDashboard(root, dist) {
  const out = `${dist}ui/`
  await rm(out, { recursive: true, force: true })
  const built = await build({
    absWorkingDir: root,
    entryPoints: {
      main: "dashboard/main.tsx",
      style: "dashboard/style/main.css",
      reference: "dashboard/reference/main.tsx",
      "reference-style": "dashboard/style/reference.css",
      "events-worker": "dashboard/api/events-worker.ts",
    },
    outdir: out,
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    splitting: true,
    minify: true,
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
    metafile: true,
    jsx: "automatic",
    jsxImportSource: "preact",
    chunkNames: "[name]-[hash]",
    plugins: [inlineData, ofLibrary],
  })
  await Promise.all(
    ["icon.svg", "reference/reference.html"].map((file) => cp(`${root}dashboard/${file}`, out + basename(file))),
  )
  const page = await readFile(`${root}dashboard/index.html`, "utf8")
  await writeFile(`${out}index.html`, page.replace("<!-- preloads -->", preloadsOf(built.metafile.outputs)))
  const served = (await readdir(out)).filter((file) => !file.endsWith(".html")).sort()
  await writeFile(`${out}files.json`, JSON.stringify(served))
  return built
}
