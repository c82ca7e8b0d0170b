import { readdirSync, readFileSync } from "node:fs"
import { basename, dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, test } from "vitest"

const ROOT = fileURLToPath(new URL("..", import.meta.url))

const sourcesOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => join(folder, path))

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8")

/** What a file imports: packages by name, own files by their path from the root. */
function importsOf(path: string): string[] {
  const found = read(path).matchAll(
    /^(?:import|export)\s[^"]*?\bfrom "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm,
  )
  return [...found].map(([, from, alone, lazily]) => {
    const specifier = from ?? alone ?? lazily ?? ""
    return specifier.startsWith(".") ? relative(ROOT, join(ROOT, dirname(path), specifier)) : specifier
  })
}

const offences = (paths: readonly string[], isAllowed: (imported: string, path: string) => boolean): string[] =>
  paths.flatMap((path) =>
    importsOf(path)
      .filter((imported) => !isAllowed(imported, path))
      .map((imported) => `${path} imports ${imported}`),
  )

const engine = sourcesOf("src")
const skin = sourcesOf("emulator")

/** The packages of the engine: pure JavaScript, no Node. */
const ENGINE_PACKAGES =
  /^(?:immer|nanoid|sorted-btree|re2js|papaparse|zod|fast-check|date-fns|@date-fns\/utc|pure-rand|@noble\/hashes|quickjs-emscripten-core|@jitl\/[\w-]+)(?:$|\/)/

describe("arrows point inwards only", () => {
  test("the engine imports itself and pure packages: no skin, no Node", () => {
    expect(offences(engine, (imported) => imported.startsWith("src/") || ENGINE_PACKAGES.test(imported))).toEqual([])
  })

  test("the skin knows the engine by its front door", () => {
    const inside = (imported: string) => imported.startsWith("src/") && imported !== "src/index.ts"
    expect(offences(skin, (imported) => !inside(imported) && !imported.startsWith("test/"))).toEqual([])
  })

  test("the contract imports zod and itself", () => {
    const contract = skin.filter((path) => path.startsWith("emulator/contract/"))
    expect(offences(contract, (imported) => imported === "zod" || imported.startsWith("emulator/contract/"))).toEqual(
      [],
    )
  })

  test("handlers and presenters don't know the socket", () => {
    const translators = skin.filter((path) => /^emulator\/(?:handlers|presenters)\//.test(path))
    expect(offences(translators, (imported) => !/^(?:node:http|hono|@hono)/.test(imported))).toEqual([])
  })
})

describe("the engine is the same every time it runs", () => {
  const AMBIENT =
    /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.(?!md)|\bset(?:Timeout|Interval|Immediate)\(/
  const pure = engine.filter((path) => !path.startsWith("src/adapters/"))

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

  test("hold one concept each", () => {
    expect(all.filter((path) => read(path).split("\n").length > 450)).toEqual([])
  })
})
