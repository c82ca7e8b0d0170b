import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { toCommonJs } from "./to-commonjs.ts"

/**
 * Functions that the converted modules call, with names that no module declares. `hexariumLoad` evaluates a module of the library on its
 * first use.
 */
const FUNCTIONS = `
const loaded = new Map()
function hexariumLoad(name) {
  let exports = loaded.get(name)
  if (exports === undefined) {
    exports = Object.defineProperty({}, "__esModule", { value: true })
    loaded.set(name, exports)
    const path = require("node:path").join(__dirname, "..", name)
    modules[name](exports, require("node:url").pathToFileURL(path).href)
  }
  return exports
}
const hexariumDefine = (exports, name, get) => Object.defineProperty(exports, name, { get, enumerable: true })
const hexariumReexport = (exports, from) => Object.keys(from).forEach((name) => hexariumDefine(exports, name, () => from[name]))
const hexariumNamespaceOf = (from) => (from.__esModule ? from : Object.assign(Object.create(from), { default: from }))
module.exports = hexariumLoad
`

const ENTRY = /\.cjs$/

interface Library {
  readonly code: string
  readonly digest: string
}

/** Converts the library's entries that have a file `NAME.cjs` in the folder, and all modules that they load. */
function convertLibrary(folder: string): Library {
  const hash = createHash("sha256")
  const names = new Set(
    readdirSync(folder)
      .filter((file) => ENTRY.test(file))
      .map((file) => file.replace(ENTRY, ".js")),
  )
  const modules: string[] = []
  for (const name of names) {
    const source = readFileSync(join(folder, "..", name), "utf8")
    hash.update(source)
    const { code, loads } = toCommonJs(name, source)
    for (const loaded of loads) names.add(loaded)
    modules.push(`${JSON.stringify(name)}(exports,moduleUrl){${code}\n}`)
  }
  const code = `"use strict"\nconst modules={${modules.join(",\n")}}${FUNCTIONS}`
  return { code, digest: hash.digest("hex") }
}

/**
 * Jest's transformer for the file `library.hexarium`. Jest can't load ES modules in its CommonJS mode, so the transformer
 * returns the whole library as one CommonJS module. Jest caches the result.
 */
export default {
  process: (_text: string, path: string) => ({ code: convertLibrary(dirname(path)).code }),
  getCacheKey: (_text: string, path: string) => convertLibrary(dirname(path)).digest,
}
