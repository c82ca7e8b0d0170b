/** Builds the dashboard into dist/ui: modules that browsers load when a view needs them, and the list of what is served. */

import { cp, readdir, rm, writeFile } from "node:fs/promises"
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
    ["index.html", "icon.svg", "reference/reference.html"].map((file) =>
      cp(`${root}dashboard/${file}`, out + basename(file)),
    ),
  )
  const served = (await readdir(out)).filter((file) => !file.endsWith(".html")).sort()
  await writeFile(`${out}files.json`, JSON.stringify(served))
  return built
}
