/** Plugins of esbuild: what has to be said of other people's code for it to stand in bundles that run everywhere. */

import { readFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { builtinModules } from "node:module"
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { deflateRawSync } from "node:zlib"

const root = fileURLToPath(new URL("..", import.meta.url))
const manifest = JSON.parse(readFileSync(`${root}package.json`, "utf8"))

/** What bundled code asks for and does without. */
const NEVER = ["pg-native", "cloudflare:sockets"]

/** What is installed beside the package, or brought by those who use it. Everything else is bundled. */
export const OPTIONAL = [...Object.keys({ ...manifest.optionalDependencies, ...manifest.peerDependencies }), ...NEVER]
export const INSTALLED = [...Object.keys(manifest.dependencies), ...OPTIONAL]

const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(manifest.engines.node)

/** What the command does first: on an older Node, what follows would fail with words that help nobody. */
export const TELL_OLD_NODE = `{
  const [major, minor] = process.versions.node.split(".").map(Number)
  if (major < ${major} || (major === ${major} && minor < ${minor})) {
    process.stderr.write("hexarium: needs Node ${major}.${minor} or newer, this is " + process.version + "\\n")
    process.exit(1)
  }
}`

/** Code that few runs need and none needs twice: chunks of the library with a name, which the other bundles load. */
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

/**
 * Our own modules of which the same holds: they take and give plain data, so it makes no difference whose copy of a class they know.
 * The command takes them from the library where it imports them late.
 */
export const OURS_APART = {
  "chunks/openapi": "emulator/http/openapi/document.ts",
  "chunks/control-openapi": "emulator/control/openapi.ts",
  "chunks/mcp": "emulator/mcp/index.ts",
  "chunks/schema-types": "emulator/cli/documents/schema-parts.ts",
}

/** Leaves what stands apart to the library's chunks, which are found at `dist` from the bundle. */
export const loadApart = (dist) => ({
  name: "load-apart",
  setup(builder) {
    const ours = new Map(Object.entries(OURS_APART).map(([chunk, path]) => [root + path, `${dist}${chunk}.js`]))
    builder.onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ path, resolveDir, kind }) => {
      const chunk = kind === "dynamic-import" ? ours.get(resolve(resolveDir, path)) : undefined
      return chunk === undefined ? undefined : { path: chunk, external: true }
    })
    for (const [chunk, name] of Object.entries(APART)) {
      builder.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: `${dist}${chunk}.js`, external: true }))
    }
  },
})

/**
 * CommonJS that requires a part of Node, in a bundle of ES modules: asked of the process where there is one. In a page it gets
 * nothing, which is what libraries that run in both expect.
 */
export const requiredBuiltins = {
  name: "required-builtins",
  setup(builder) {
    const builtins = new RegExp(`^(?:node:.*|${builtinModules.join("|")})$`)
    builder.onResolve({ filter: builtins }, ({ path, kind }) =>
      kind === "require-call" ? { path, namespace: "required-builtin" } : { path, external: true },
    )
    builder.onLoad({ filter: /.*/, namespace: "required-builtin" }, ({ path }) => ({
      contents: `module.exports = globalThis.process?.getBuiltinModule?.(${JSON.stringify(path)})`,
    }))
  },
}

/** MCP's SDK brings a validator of what clients answer to questions of a server. Ours asks none. */
export const mcpWithoutAjv = {
  name: "mcp-without-ajv",
  setup(builder) {
    builder.onLoad({ filter: /@modelcontextprotocol\/sdk\/dist\/esm\/validation\/ajv-provider\.js$/ }, () => ({
      contents: "export class AjvJsonSchemaValidator {}",
    }))
  },
}

const HTTP2 = 'import { Http2ServerRequest, constants } from "node:http2";'

/** The command answers over HTTP/1, mostly without a class of Node's fetch: neither is loaded for @hono/node-server before it is used. */
export const lateFetch = {
  name: "late-fetch",
  setup(builder) {
    builder.onLoad({ filter: /@hono\/node-server\/dist\/index\.mjs$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8")
      if (text.split(HTTP2).length !== 2) throw new Error(`${path} does not hold ${HTTP2} once, as it used to`)
      const late = JSON.stringify(`${root}emulator/node/late-fetch.ts`)
      const names = "constants, everything as global, everything as globalThis, Headers, Http2ServerRequest"
      return { contents: text.replace(HTTP2, `import { ${names} } from ${late};`) }
    })
  },
}

/** The command makes no JSON Schema itself: its OpenAPI documents come from the library's chunks. */
export const zodWithoutJsonSchema = {
  name: "zod-without-json-schema",
  setup(builder) {
    builder.onLoad({ filter: /zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/ }, async ({ path }) => {
      const names = (await readFile(path, "utf8")).matchAll(/^export (?:async )?(?:const|function) (\w+)/gm)
      return { contents: [...names].map(([, name]) => `export const ${name} = () => {}`).join("\n") }
    })
  },
}

const IMPORTED = 'await import("module")'
const WASM = /(\w+)=\w+\(`(\\0asm(?:[^`\\]|\\.)*)`\)/gs

/** What a page and Node both have to inflate with. */
const INFLATED = `async function inflated(text) {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}`

/**
 * QuickJS asks for Node's `module` where it finds itself in Node. Imported, it would have to be found by every bundler for pages;
 * so it is asked of the process. Its WebAssembly is a text of escapes, which packs badly: here it is deflated, half a megabyte less.
 */
export const quickjsInSmall = {
  name: "quickjs-in-small",
  setup(builder) {
    builder.onLoad({ filter: /quickjs-singlefile[^/]*\/dist\/emscripten-module[^/]*\.mjs$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8")
      const [binary, ...others] = text.matchAll(WASM)
      if (text.split(IMPORTED).length !== 2 || binary === undefined || others.length > 0) {
        throw new Error(`${path} does not hold ${IMPORTED} and its WebAssembly once, as it used to`)
      }
      const [whole, name, escaped] = binary
      // A literal of the package's own code, which says nothing but bytes.
      const bytes = Buffer.from(new Function(`return \`${escaped}\``)(), "latin1")
      const packed = deflateRawSync(bytes, { level: 9, memLevel: 9 }).toString("base64")
      const contents = text
        .replace(whole, () => `${name}=await inflated(${JSON.stringify(packed)})`)
        .replace(IMPORTED, 'process.getBuiltinModule("node:module")')
      return { contents: `${contents}\n${INFLATED}`, loader: "js" }
    })
  },
}
