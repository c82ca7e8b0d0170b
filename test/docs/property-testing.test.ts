import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { relative } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, test } from "vitest"
import { sources } from "../../scripts/entries.mjs"

const root = fileURLToPath(new URL("../../", import.meta.url))
const PAGE = `${root}docs/property-testing.md`
/** Sources of the package's entry points. */
const SOURCES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(sources).map(([name, source]) => [name === "index" ? "hexarium" : `hexarium/${name}`, source]),
)

const page = await readFile(PAGE, "utf8")
const [, steps = ""] = /## From `check\(world\)`[^\n]*\n([\s\S]*?)\n## /.exec(page) ?? []
const blocks = [...steps.matchAll(/\*\*(\d)\.[\s\S]*?```ts\n([\s\S]*?)```/g)].map(
  ([, step = "", code = ""]) => [step, code] as const,
)

let folder = ""
beforeAll(async () => {
  await mkdir(`${root}.cache`, { recursive: true })
  folder = await mkdtemp(`${root}.cache/steps-`)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test("there are five steps, each with a block of code", () => {
  expect(blocks.map(([step]) => step)).toEqual(["1", "2", "3", "4", "5"])
})

test.each(blocks)("step %s runs as it stands on the page", async (step, code) => {
  const printed: unknown[] = []
  const own = code
    .replaceAll(/from "(hexarium[^"]*)"/g, (text, entry: string) => {
      const source = SOURCES[entry]
      return source === undefined ? text : `from "${relative(folder, root + source)}"`
    })
    .replaceAll("console.log(", "printed.push(")
  const file = `${folder}/step-${step}.ts`
  await writeFile(file, `const printed = globalThis.printedBySteps\n${own}\nexport {}\n`)
  Object.assign(globalThis, { printedBySteps: printed })
  await import(/* @vite-ignore */ file)
  Reflect.deleteProperty(globalThis, "printedBySteps")
  const promised = [...code.matchAll(/console\.log\(.*\) \/\/ (.*)$/gm)].map(([, value = ""]) => value)
  for (const [at, value] of promised.entries()) {
    const [, said = value] = /^"(.*)"/.exec(value) ?? []
    expect(String(printed[at])).toContain(said)
  }
})
