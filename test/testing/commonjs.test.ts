import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { compileFunction } from "node:vm"
import { parse } from "es-module-lexer/js"
import { expect, test } from "vitest"
import transformer from "../../emulator/testing/commonjs/transform.ts"

const DIST = fileURLToPath(new URL("../../dist/", import.meta.url))
const LIBRARY = join(DIST, "commonjs/library.hexarium")
const ENTRIES = readdirSync(dirname(LIBRARY)).flatMap((file) =>
  file.endsWith(".cjs") ? [file.replace(".cjs", ".js")] : [],
)

type Load = (name: string) => Readonly<Record<string, unknown>>

const { code } = transformer.process("", LIBRARY)

const isConverted = (name: string): boolean => code.includes(`${JSON.stringify(name)}(exports`)

/** Evaluates the converted library, as Jest does. */
function evaluate(): Load {
  const module: { exports?: Load } = {}
  const run = compileFunction(code, ["module", "require", "__dirname"], { filename: LIBRARY })
  run(module, createRequire(LIBRARY), dirname(LIBRARY))
  if (module.exports === undefined) throw new Error("the library exports nothing")
  return module.exports
}

/** All built modules, with the names of the modules that each of them imports statically. */
function builtModules(): Map<string, readonly string[]> {
  const names = ["", "chunks/"].flatMap((folder) =>
    readdirSync(join(DIST, folder)).flatMap((file) => (file.endsWith(".js") ? [folder + file] : [])),
  )
  return new Map(
    names.map((name) => {
      const [imports] = parse(readFileSync(join(DIST, name), "utf8"))
      const own = imports.filter(({ type, specifier }) => type !== "dynamic" && specifier?.startsWith("."))
      return [name, own.map(({ specifier }) => join(dirname(name), specifier ?? ""))]
    }),
  )
}

/** `hexarium/jest` imports @jest/globals, which throws outside of Jest. `npm run test:system -- package` tests it in Jest. */
const LOADABLE_ENTRIES = ENTRIES.filter((name) => name !== "jest.js")

test("each entry has the same exports in CommonJS", async () => {
  const load = evaluate()
  for (const name of LOADABLE_ENTRIES) {
    const entry: object = await import(join(DIST, name))
    expect(Object.keys(load(name)).sort(), name).toEqual(Object.keys(entry).sort())
  }
})

test("a world in CommonJS reads YAML, runs a script and handles a request, and exports keep their values", async () => {
  const load = evaluate()
  const names = [...builtModules().keys()].filter((name) => isConverted(name) && name !== "jest.js")
  const before = names.map((name) => [name, { ...load(name) }] as const)
  const { createApp } = load("http.js") as typeof import("../../emulator/index.ts")
  const { testWorlds } = load("worlds.js") as typeof import("../../emulator/testing/runners/index.ts")
  const { as, world, close } = await testWorlds({ fixture: "examples/jest-commonjs/shop.yaml" }).fresh()
  const order = { application: "SHOP", datastore: "Orders", item: { Total: -1 } }
  await expect(as("bob@shop.test").createItem(order)).rejects.toThrow("negative total")
  expect((await createApp({ world: world.fork() }).fetch("/openapi.json")).status).toBe(200)
  await close()
  for (const [name, exported] of before) {
    for (const [key, value] of Object.entries(exported)) expect(load(name)[key] === value, `${name}: ${key}`).toBe(true)
  }
})

test("no module of the library imports itself through other modules", () => {
  const all = builtModules()
  const unordered = new Set(all.keys())
  const isReady = (name: string) => (all.get(name) ?? []).every((loaded) => !unordered.has(loaded))
  for (let ready = [...unordered].filter(isReady); ready.length > 0; ready = [...unordered].filter(isReady)) {
    for (const name of ready) unordered.delete(name)
  }
  expect([...unordered]).toEqual([])
})
