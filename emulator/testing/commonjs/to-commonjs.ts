import { posix } from "node:path"
import { type Export, type Import, parse, type StaticImport } from "es-module-lexer/js"

interface Converted {
  /** Body of a function with the parameters `exports` and `moduleUrl`. It calls the functions of `FUNCTIONS`. */
  readonly code: string
  /** Modules of the library that the module loads, statically or dynamically. */
  readonly loads: readonly string[]
}

/**
 * Converts a module of the built library to CommonJS. The library's modules have no cycles and never assign an exported
 * variable after their evaluation (test/testing/commonjs.test.ts), so an import may read its bindings once.
 */
export function toCommonJs(name: string, source: string): Converted {
  const [imports, exports] = parse(source, name)
  const isOwn = (specifier: string) => specifier.startsWith(".")
  const resolved = (specifier: string) => posix.join(posix.dirname(name), specifier)
  const load = (specifier: string) =>
    isOwn(specifier) ? `hexariumLoad(${JSON.stringify(resolved(specifier))})` : `require(${JSON.stringify(specifier)})`

  const head: string[] = imports.map((found, at) =>
    isStatic(found) ? `const ${variable(at)}=${load(found.specifier)};${bindings(found, at, source)}` : "",
  )
  const cuts: Cut[] = imports.map((found) => [found.importStart, found.importEnd, replacement(found, load)])
  const lists = new Set<number>()
  for (const one of exports) {
    if (one.type === "direct" && source.startsWith(DEFAULT, one.exportStart)) {
      const kept = one.localName === undefined ? `const ${DEFAULT_VARIABLE}=` : ""
      cuts.push([one.exportStart, one.exportStart + DEFAULT.length, kept])
    } else if (EXPORT_LIST.test(source.slice(one.exportStart, one.exportStart + LIST_START_CHARACTERS))) {
      lists.add(one.exportStart)
    } else if (one.type !== "reexport-all") {
      throw new Error(`${name}: unexpected export at ${one.exportStart}`)
    }
  }
  for (const start of lists) cuts.push([start, source.indexOf("}", start) + 1, ""])
  const specifiers = imports.flatMap(({ specifier }) => specifier ?? [])
  return {
    code: `${exports.map(definition).join("")}${head.join("")}${apply(source, cuts)}`,
    loads: specifiers.filter(isOwn).map(resolved),
  }
}

type Cut = readonly [start: number, end: number, replacement: string]

const isStatic = (found: Import): found is StaticImport => found.type === "static" || found.type === "reexport-star"

const DEFAULT = "export default"
/** Start of a list of exports, minified or not. */
const EXPORT_LIST = /^export *\{/
const LIST_START_CHARACTERS = "export {".length
const DEFAULT_VARIABLE = "hexariumDefault"

const variable = (at: number): string => `hexariumModule${at}`

const IMPORT =
  /^import\s*(?<byDefault>[\w$]+)?\s*,?\s*(?:\*\s*as\s+(?<all>[\w$]+))?\s*(?:\{(?<names>[^}]*)\})?\s*(?:from\s*)?$/

function bindings(found: StaticImport, at: number, source: string): string {
  if (found.type === "reexport-star") return `hexariumReexport(exports,${variable(at)});`
  const groups = IMPORT.exec(source.slice(found.importStart, found.start - 1))?.groups
  if (groups === undefined) throw new Error(`unexpected import: ${source.slice(found.importStart, found.importEnd)}`)
  const { byDefault, all, names = "" } = groups
  const pairs = names
    .split(",")
    .filter((pair) => pair.trim() !== "")
    .map((pair) => pair.trim().split(/\s+as\s+/))
  const named = pairs.filter(([imported]) => imported !== "default")
  const defaults = [byDefault, ...pairs.filter(([imported]) => imported === "default").map(([, local]) => local)]
  return [
    all === undefined ? "" : `const ${all}=${variable(at)};`,
    named.length === 0 ? "" : `const {${named.map((pair) => pair.join(":")).join()}}=${variable(at)};`,
    ...defaults.map((local) =>
      local === undefined ? "" : `const ${local}=hexariumNamespaceOf(${variable(at)}).default;`,
    ),
  ].join("")
}

function replacement(found: Import, load: (specifier: string) => string): string {
  switch (found.type) {
    case "import-meta":
      return "({url:moduleUrl})"
    case "dynamic":
      if (found.specifier === undefined) throw new Error("expected a string in import()")
      return `Promise.resolve().then(()=>hexariumNamespaceOf(${load(found.specifier)}))`
    default:
      return ""
  }
}

/** Defines getters, because the module's variables get their values later. */
function definition(one: Export): string {
  switch (one.type) {
    case "direct":
      return getter(one.name, one.localName ?? DEFAULT_VARIABLE)
    case "reexport": {
      const from = variable(one.importIndex)
      return getter(one.name, one.importName === null ? from : `${from}[${JSON.stringify(one.importName)}]`)
    }
    case "reexport-all":
      return ""
  }
}

const getter = (name: string, value: string): string => `hexariumDefine(exports,${JSON.stringify(name)},()=>${value});`

function apply(source: string, cuts: readonly Cut[]): string {
  let [code, end] = ["", 0]
  for (const [start, next, text] of [...cuts].sort(([a], [b]) => a - b)) {
    code += source.slice(end, start) + text
    end = next
  }
  return code + source.slice(end)
}
