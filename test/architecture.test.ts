import { readdirSync, readFileSync } from "node:fs"
import { basename, dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, test } from "vitest"
import { rows } from "../emulator/api/index.ts"
import { APART } from "../scripts/bundling.mjs"
import { inKebabCase } from "./contract/kebab-case.ts"

const ROOT = fileURLToPath(new URL("..", import.meta.url))

const sourcesOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes("node_modules/"))
    .map((path) => join(folder, path))

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8")

const isGenerated = (path: string): boolean => read(path).startsWith("// Written by scripts/")

interface Import {
  /** A package's name, or a project file's path from the root. */
  readonly of: string
  /** Loaded by `import()`. */
  readonly isLazy: boolean
  readonly isType: boolean
}

const IMPORT = /^(?:import|export)\s(type\s)?[^"]*?\bfrom "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm

/** Lines of doc comments, whose examples import what users import. */
const COMMENT_LINE = /^ *\*.*$/gm

const importsIn = (path: string): Import[] =>
  [...read(path).replaceAll(COMMENT_LINE, "").matchAll(IMPORT)].map(([, type, from, alone, lazily]) => {
    const specifier = from ?? alone ?? lazily ?? ""
    const of = specifier.startsWith(".") ? relative(ROOT, join(ROOT, dirname(path), specifier)) : specifier
    return { of, isLazy: lazily !== undefined, isType: type !== undefined }
  })

const engine = sourcesOf("src")
const skin = sourcesOf("emulator")
const dashboard = sourcesOf("dashboard")
const tests = sourcesOf("test")
const imports = new Map([...engine, ...skin, ...dashboard].map((path) => [path, importsIn(path)]))

/** Folders from the bottom up. Each folder imports only folders before it in its line. */
const LAYERS: Readonly<Record<string, string>> = {
  src: "model state ports access engine fields people items reports automation fixtures operations insight world",
  emulator: "wire worlds api adapters graphql insight control pages hub node client upstream cli testing vite",
  dashboard: "api texts state parts items views palette shell reference toolbar",
}

const PURE_FOLDERS =
  /^(?:immer|nanoid|sorted-btree|fflate|re2js|papaparse|zod|fast-check|date-fns|@date-fns\/utc|pure-rand|@noble\/hashes|quickjs-emscripten-core|@jitl\/[\w-]+)(?:$|\/)/

/** Packages and project files that a file may load, directly or through other files. */
const REACH: readonly (readonly [files: RegExp, may: RegExp, how: "lazy" | "at once"])[] = [
  [/^src\//, new RegExp(`^src/|${PURE_FOLDERS.source}`), "lazy"],
  [/^emulator\/index\.ts$/, /^(?!node:|@hono\/node-server|emulator\/(?:adapters|cli|node|testing)\/)/, "lazy"],
  [/^emulator\/client\/client\.ts$/, /^emulator\/client\//, "at once"],
  [/^emulator\/api\/(?:contract|presenters)\//, /^(?!node:|hono|@hono)/, "at once"],
]

/**
 * Files of a folder that other folders may import. `import()` names the file itself, and so do pages, because their bundles must be small.
 */
const DOOR =
  /^(?:src|emulator)\/[\w-]+\/index\.ts$|^src\/model\/(?:records|input|settings)\/index\.ts$|^src\/(?:fixtures\/templates|insight\/capsule)\/index\.ts$|^src\/insight\/index-explanations\.ts$|^src\/operations\/list\.ts$/

const folderOf = (path: string): string => path.split("/").slice(0, 2).join("/")

const isInFolder = (path: string): boolean => path.split("/").length > 2

/** Modules that only builds load. `scripts/inline-data.mjs` replaces them with plain data. */
const INLINING_FILES = ["emulator/api/http/openapi/examples.ts"]

/** Files that a file loads, without the file itself. */
function reachOf(start: string, isLazyToo: boolean): string[] {
  const reached = new Set([start])
  for (const path of reached) {
    if (INLINING_FILES.includes(path)) continue
    for (const { of, isLazy, isType } of imports.get(path) ?? []) {
      if (!isType && (isLazyToo || !isLazy)) reached.add(of)
    }
  }
  reached.delete(start)
  return [...reached]
}

/** Cycles of a graph, each as the sorted list of its nodes. */
function circlesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reach = new Map(
    [...graph.keys()].map((start) => {
      const reached = new Set(graph.get(start))
      for (const node of reached) for (const next of graph.get(node) ?? []) reached.add(next)
      return [start, reached]
    }),
  )
  const circles = [...graph.keys()]
    .filter((node) => reach.get(node)?.has(node))
    .map((node) =>
      [...graph.keys()].filter((other) => reach.get(node)?.has(other) && reach.get(other)?.has(node)).sort(),
    )
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()]
}

describe("layers", () => {
  test.each(Object.entries(LAYERS))("a folder of %s imports only folders below it", (top, line) => {
    const order = line.split(" ").map((name) => `${top}/${name}`)
    const found = [...imports].flatMap(([path, all]) =>
      path.startsWith(`${top}/`) && isInFolder(path)
        ? all
            .filter(({ of }) => of.startsWith(`${top}/`) && isInFolder(of))
            .filter(({ of }) => order.indexOf(folderOf(of)) > order.indexOf(folderOf(path)))
            .map(({ of }) => `${path} imports ${of}`)
        : [],
    )
    expect(found).toEqual([])
    expect(
      [
        ...new Set([...imports.keys()].filter((path) => path.startsWith(`${top}/`) && isInFolder(path)).map(folderOf)),
      ].sort(),
    ).toEqual([...order].sort())
  })

  test("folders, and the files beside them, make no circle", () => {
    const graph = new Map<string, Set<string>>()
    for (const [path, all] of imports) {
      if (path.startsWith("dashboard/")) continue
      const from = folderOf(path)
      const to = graph.get(from) ?? new Set()
      for (const { of } of all) if (imports.has(of) && folderOf(of) !== from) to.add(folderOf(of))
      graph.set(from, to)
    }
    expect(circlesOf(graph)).toEqual([])
  })

  test("a single module listens, so that every listener has the same guards", () => {
    const listening = skin.filter((path) => /\bcreateServer\(/.test(read(path)))
    expect(listening).toEqual(["emulator/node/guarded-server.ts"])
  })

  test("a folder is imported by its index", () => {
    const found = [...imports].flatMap(([path, all]) =>
      (path.startsWith("dashboard/") ? [] : all)
        .filter(({ of, isLazy }) => !isLazy && imports.has(of) && isInFolder(of) && folderOf(of) !== folderOf(path))
        .filter(({ of }) => !of.startsWith("dashboard/") && !DOOR.test(of))
        .map(({ of }) => `${path} imports ${of}`),
    )
    expect(found).toEqual([])
  })

  test.each(REACH)("%s loads only %s, %s", (files, may, how) => {
    const starts = [...imports.keys()].filter((path) => files.test(path))
    expect(starts).not.toEqual([])
    const found = starts.flatMap((path) =>
      reachOf(path, how === "lazy")
        .filter((reached) => !may.test(reached))
        .map((reached) => `${path} reaches ${reached}`),
    )
    expect(found).toEqual([])
  })

  test("no more than four files import each other in a circle", () => {
    const graph = new Map(
      [...imports].map(([path, all]) => [path, new Set(all.map(({ of }) => of).filter((of) => imports.has(of)))]),
    )
    expect(circlesOf(graph).filter((circle) => circle.length > 4)).toEqual([])
  })

  test("a view of the dashboard imports no other, but for the items that a list opens", () => {
    const viewOf = (path: string) => /^dashboard\/views\/([\w-]+)\//.exec(path)?.[1]
    const found = [...imports].flatMap(([path, all]) =>
      all
        .filter(({ of }) => viewOf(path) !== undefined && viewOf(of) !== undefined && viewOf(of) !== viewOf(path))
        .filter(({ of }) => !(viewOf(path) === "data" && viewOf(of) === "item"))
        .map(({ of }) => `${path} imports ${of}`),
    )
    expect(found).toEqual([])
  })
})

describe("the engine is the same every time it runs", () => {
  const AMBIENT =
    /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.(?!md)|\bset(?:Timeout|Interval|Immediate)\(/
  const pure = engine.filter((path) => !path.startsWith("src/ports/defaults/"))

  test("packages that the command loads on demand are loaded by import()", () => {
    const found = [...imports].flatMap(([path, all]) =>
      (path.startsWith("dashboard/") ? [] : all)
        .filter(({ of, isLazy, isType }) => !isLazy && !isType && Object.values(APART).includes(of))
        .map(({ of }) => `${path} imports ${of}`),
    )
    expect(found).toEqual([])
  })

  test("clock, chance and timers come in through ports", () => {
    expect(pure.filter((path) => AMBIENT.test(read(path)))).toEqual([])
  })
})

describe("files", () => {
  const all = [...engine, ...skin]

  test("are named for what they do", () => {
    const drawer =
      /^(?:utils?|helpers?|common|types|misc|manager|service)\.ts$|[-.](?:utils?|helpers?|manager|service)\.ts$/
    expect(
      all.filter(
        (path) => drawer.test(basename(path)) || !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.d)?\.ts$/.test(basename(path)),
      ),
    ).toEqual([])
  })

  test("lie at most thirty side by side", () => {
    const count = new Map<string, number>()
    for (const path of [...all, ...tests]) count.set(dirname(path), (count.get(dirname(path)) ?? 0) + 1)
    expect([...count].filter(([, files]) => files > 30)).toEqual([])
  })

  test("hold one concept each", () => {
    expect(all.filter((path) => !isGenerated(path) && read(path).split("\n").length > 331)).toEqual([])
  })
})

test("every operation that is built has a file of tests under its name", () => {
  const named = new Set(tests.map((path) => basename(path, ".test.ts")))
  const built = rows.map(([name]) => inKebabCase(name))
  expect(built.filter((name) => !named.has(name))).toEqual([])
})

describe("names", () => {
  /** Names that several files declare and export, with their declarations. */
  function declaredTwice(paths: readonly string[], kind: string): string[] {
    const places = new Map<string, string[]>()
    const declaration = new RegExp(`^export (?:async |abstract |declare )*(?:${kind})\\*? (\\w+)`, "gm")
    for (const path of paths) {
      const names = new Set([...read(path).matchAll(declaration)].map(([, name = ""]) => name))
      for (const name of names) places.set(name, [...(places.get(name) ?? []), path])
    }
    return [...places].filter(([, found]) => found.length > 1).map(([name, found]) => `${name}: ${found.join(", ")}`)
  }

  test("the names of types stand for one thing in the engine and the emulator", () => {
    expect(declaredTwice([...engine, ...skin], "type|interface|class|enum")).toEqual([])
  })

  test("the names of functions and values stand for one thing in the engine and the emulator", () => {
    const VALUES = "function|const|let"
    expect(declaredTwice(engine, VALUES)).toEqual([])
    // Every runner's entry exports its way in under the same name.
    const twice = declaredTwice(skin, VALUES).filter(
      (found) => !found.startsWith("hexariumTest: emulator/testing/runners/"),
    )
    expect(twice).toEqual([])
  })
})
