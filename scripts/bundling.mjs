import { readFileSync } from "node:fs"
import { builtinModules } from "node:module"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const manifest = JSON.parse(readFileSync(`${root}package.json`, "utf8"))

/** Bundled code imports these only if they are installed. */
const NEVER = ["pg-native", "cloudflare:sockets"]

export const OPTIONAL = [...Object.keys({ ...manifest.optionalDependencies, ...manifest.peerDependencies }), ...NEVER]
export const INSTALLED = [...Object.keys(manifest.dependencies), ...OPTIONAL]

/** Large packages that few runs need: named chunks of the library, loaded by the command and the threads. */
export const APART = {
  "chunks/quickjs": "quickjs-emscripten-core",
  "chunks/quickjs-wasm": "@jitl/quickjs-singlefile-mjs-release-sync",
  "chunks/pg": "pg",
  "chunks/re2": "re2js",
  "chunks/papaparse": "papaparse",
  "chunks/yaml": "yaml",
  "chunks/mcp-server": "@modelcontextprotocol/sdk/server/index.js",
  "chunks/mcp-types": "@modelcontextprotocol/sdk/types.js",
}

export const loadApart = (dist) => ({
  name: "load-apart",
  setup(builder) {
    for (const [chunk, name] of Object.entries(APART)) {
      builder.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: `${dist}${chunk}.js`, external: true }))
    }
  },
})

/**
 * Keeps the engine's entry as `export *` of two chunks, so that bundlers for pages can drop the unused one. With
 * exports of single names, esbuild would load every module that they come from.
 */
export const entryOfChunks = {
  name: "entry-of-chunks",
  setup(builder) {
    builder.onResolve({ filter: /^\.\/index-\w+\.ts$/ }, ({ path }) => ({
      path: path.replace(/^\.\/index-(\w+)\.ts$/, "./chunks/$1.js"),
      external: true,
    }))
  },
}

const BUILTIN = new RegExp(`^(?:node:.*|${builtinModules.join("|")})$`)
const IDENTIFIER = /^[a-z]\w*$/i

/**
 * Packages that load a part of Node late, in bundles that pages load, too: they get it from the process. In a page they
 * get nothing, which libraries for both expect.
 */
export const requiredBuiltins = {
  name: "required-builtins",
  setup(builder) {
    builder.onResolve({ filter: BUILTIN }, ({ path, kind, importer }) => {
      const isLate = kind === "dynamic-import" && importer.includes("/node_modules/")
      if (isLate) return { path, namespace: "imported-builtin" }
      return kind === "require-call" ? { path, namespace: "required-builtin" } : { path, external: true }
    })
    const asked = (path) => `globalThis.process?.getBuiltinModule?.(${JSON.stringify(path)})`
    builder.onLoad({ filter: /.*/, namespace: "required-builtin" }, ({ path }) => ({
      contents: `module.exports = ${asked(path)}`,
    }))
    builder.onLoad({ filter: /.*/, namespace: "imported-builtin" }, ({ path }) => {
      const names = Object.keys(process.getBuiltinModule(path)).filter((name) => IDENTIFIER.test(name))
      return { contents: `export const { ${names.join(", ")} } = ${asked(path)} ?? {}` }
    })
  },
}
