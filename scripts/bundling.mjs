import { readFileSync } from "node:fs"
import { builtinModules } from "node:module"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const manifest = JSON.parse(readFileSync(`${root}package.json`, "utf8"))

/** Packages that dependencies import only if they are installed, so they are not bundled. */
const NEVER = ["pg-native", "cloudflare:sockets"]

export const OPTIONAL = [...Object.keys({ ...manifest.optionalDependencies, ...manifest.peerDependencies }), ...NEVER]
export const INSTALLED = [...Object.keys(manifest.dependencies), ...OPTIONAL]

/** Large packages that are seldom needed. Each is a chunk of the library, which the command and the worker threads load on demand. */
export const APART = {
  "chunks/quickjs": "quickjs-emscripten-core",
  "chunks/quickjs-wasm": "@jitl/quickjs-singlefile-mjs-release-sync",
  "chunks/pg": "pg",
  "chunks/re2": "re2js",
  "chunks/graphql": "graphql",
  "chunks/papaparse": "papaparse",
  "chunks/ws": "ws",
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

/** Bundles the package ws as Node loads it. Its file for pages only throws. */
export const webSocketsOfNode = {
  name: "web-sockets-of-node",
  setup(builder) {
    builder.onResolve({ filter: /^ws$/ }, () => ({ path: fileURLToPath(import.meta.resolve("ws")) }))
  },
}

/**
 * Keeps `export *` of two chunks in the library's main entry, so that bundlers for pages can drop the unused chunk.
 * With exports by name, esbuild would load all modules that contain them.
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
 * Replaces `require` calls and dynamic imports of Node's modules in bundles that pages may load. In Node, the process
 * provides the module. In a page, the result is empty, which packages for both environments accept.
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
