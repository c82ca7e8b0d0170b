/**
 * An esbuild plugin that evaluates modules of plain data during the build. Bundles contain the exported values as
 * literals, without the modules' imports.
 */

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { basename } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { isDeepStrictEqual } from "node:util"
import { build } from "esbuild"

const root = fileURLToPath(new URL("..", import.meta.url))

const MODULES = ["emulator/control/control-wire.ts", "emulator/api/http/openapi/examples.ts"]

/** The replacement of each module by path, computed once for all bundles. */
const texts = new Map()

const inlinePlugin = (running) => ({
  name: "inline-data",
  setup(builder) {
    const filter = new RegExp(`/(?:${MODULES.map((path) => path.replaceAll(".", "\\.")).join("|")})$`)
    builder.onLoad({ filter }, async ({ path }) => {
      if (path === running) return undefined
      if (!texts.has(path)) texts.set(path, inlineModule(path))
      return { contents: await texts.get(path), loader: "js" }
    })
  },
})

export const inlineData = inlinePlugin()

/** Returns a module that exports the values as JSON text. Parsing JSON is faster than parsing code. */
async function inlineModule(path) {
  const exported = Object.entries(await run(path))
  const lines = exported.map(([name, value]) => {
    const json = JSON.stringify(value)
    if (!isDeepStrictEqual(JSON.parse(json), value)) throw new Error(`${path}: expected ${name} to be plain JSON data`)
    return `export const ${name} = /* @__PURE__ */ JSON.parse(${JSON.stringify(json)})`
  })
  return lines.join("\n")
}

export async function run(path) {
  await mkdir(`${root}.cache`, { recursive: true })
  const folder = await mkdtemp(`${root}.cache/data-`)
  try {
    const { outputFiles } = await build({
      entryPoints: [path],
      bundle: true,
      write: false,
      format: "esm",
      platform: "node",
      packages: "external",
      plugins: [inlinePlugin(path)],
      define: { "import.meta.url": JSON.stringify(pathToFileURL(path).href) },
    })
    const file = `${folder}/${basename(path, ".ts")}.mjs`
    await writeFile(file, outputFiles[0].contents)
    return await import(pathToFileURL(file).href)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
