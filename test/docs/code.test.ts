import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { relative } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { describeWorld, writeTypes } from "../../emulator/client/index.ts"
import { createWorldFromFiles } from "../../emulator/node/index.ts"
import { sources } from "../../scripts/entries.mjs"
import { importsOf, isTest, RUN_ELSEWHERE, withoutGaps } from "../../scripts/page-blocks.mjs"
import { type Block, blocksOf, filesOf, PAGES, ROOT, sourceExamples, textOf } from "./blocks.ts"

/** Blocks of the pages and of the doc comments. */
const BLOCKS = [...blocksOf("ts", "js"), ...sourceExamples()]
/** Sources of the package's entry points. */
const ENTRIES = new Map<string, string>(
  Object.entries(sources).map(([name, source]) => [name === "index" ? "hexarium" : `hexarium/${name}`, source]),
)
const SHOP = "examples/vitest/shop.yaml"

await mkdir(`${ROOT}.cache`, { recursive: true })
const folder = await mkdtemp(`${ROOT}.cache/blocks-`)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Modules of the pages, which blocks import. */
const MODULES = PAGES.flatMap((page) => [...filesOf(page)]).filter(([name]) => name.endsWith(".ts"))
for (const [name, text] of MODULES) await writeFile(`${folder}/${name}`, text)

const OPTIONS = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: "es2023",
  lib: ["es2023", "dom", "dom.iterable"],
  types: ["node"],
  module: "esnext",
  moduleResolution: "bundler",
  moduleDetection: "force",
  allowImportingTsExtensions: true,
}

/** Compiles the blocks and returns the compiler's messages with their places on the pages. */
async function complaintsAbout(blocks: readonly Block[]): Promise<string[]> {
  const own = await mkdtemp(`${folder}/types-`)
  // `roll-declarations.mjs` combines the declarations of `tsc -b` into the packed files.
  const paths = Object.fromEntries(
    [...ENTRIES].map(([entry, source]) => [entry, [`${ROOT}dist/types/${source.replace(/\.ts$/, ".d.ts")}`]]),
  )
  await writeFile(`${own}/tsconfig.json`, JSON.stringify({ compilerOptions: { ...OPTIONS, paths }, include: ["*.ts"] }))
  await cp(`${ROOT}test/docs/given`, own, { recursive: true })
  await writeFile(`${own}/schema.ts`, writeTypes(describeWorld((await createWorldFromFiles([ROOT + SHOP])).view())))
  for (const [name, text] of MODULES) await writeFile(`${own}/${name}`, text)
  for (const [at, { code }] of blocks.entries()) await writeFile(`${own}/block-${at}.ts`, withoutGaps(code))
  const said = await new Promise<string>((resolve) => {
    execFile(`${ROOT}node_modules/.bin/tsc`, ["-p", own, "--pretty", "false"], (_error, stdout) => resolve(stdout))
  })
  const complaints = said.split("\n").filter((line) => line.includes("error TS"))
  return complaints.map((line) => {
    const [, at = "", row = "0", rest = ""] = /block-(\d+)\.ts\((\d+),\d+\): (.*)$/.exec(line) ?? []
    const [page = line, first = "0"] = blocks[Number(at)]?.at.split(":") ?? []
    return at === "" ? line : `${page}:${Number(first) + Number(row)}: ${rest}`
  })
}

describe("blocks of code in the documents", () => {
  test("type-check against what the package declares", async () => {
    expect(BLOCKS.length).toBeGreaterThan(40)
    expect(await complaintsAbout(BLOCKS)).toEqual([])
  })

  test("doc comments of the entry points contain examples", () => {
    expect(sourceExamples().length).toBeGreaterThan(25)
  })

  test("the report has page and line if a block does not type-check", async () => {
    const wrong = { page: "docs/a.md", at: "docs/a.md:7", lang: "ts", isRun: false, isWalk: false, failure: undefined }
    const code = 'import { createWorld } from "hexarium"\n\nawait createWorld({ fixtures: 1 })\n'
    const [complaint = ""] = await complaintsAbout([{ ...wrong, code }])
    expect(complaint).toMatch(/^docs\/a\.md:10: error TS/)
  })
})

/** The fixture `shop.yaml` of a page: its own, the one of the page that it refers to, or the example's. */
function fixtureOf(page: string): string {
  const own = /```yaml\n(version: 1\n[\s\S]*?)```/.exec(textOf(page))?.[1]
  if (own !== undefined) return own
  const isFirst = textOf(page).includes("first-ten-minutes.md#3-describe-your-own-data")
  return isFirst ? fixtureOf("docs/first-ten-minutes.md") : readFileSync(`${ROOT}${SHOP}`, "utf8")
}

/** Converts the block to a module of this project: entry points become their sources, and other runners become Vitest. */
async function runnable({ page, code, failure }: Block, at: number): Promise<string> {
  const fixture = `${folder}/shop-${at}.yaml`
  await writeFile(fixture, fixtureOf(page))
  const text = code
    .replaceAll(/from "(hexarium[^"]*)"/g, (whole, entry: string) => {
      const source = ENTRIES.get(entry)
      return source === undefined ? whole : `from "${relative(folder, ROOT + source)}"`
    })
    .replaceAll('"shop.yaml"', JSON.stringify(fixture))
    .replaceAll('from "some-runner"', 'from "vitest"')
    .replace('import { test } from "vitest"', (line) =>
      failure === undefined
        ? line
        : `import { failingTest } from "${ROOT}test/docs/failing-test.ts"\nconst test = failingTest(${JSON.stringify(failure)})`,
    )
    .replaceAll("console.log(", "globalThis.printedByBlocks.push(")
  const file = `${folder}/run-${at}.ts`
  await writeFile(file, `${withoutGaps(text)}\nexport {}\n`)
  return file
}

const isElsewhere = ({ code }: Block): boolean => importsOf(code).some((name) => name in RUN_ELSEWHERE)

for (const [at, block] of BLOCKS.entries()) {
  if (!block.isRun && (!isTest(block.code) || isElsewhere(block))) continue
  // A block with its own tests adds them to this file.
  describe(`${block.at} runs as it stands`, async () => {
    const printed: unknown[] = []
    Object.assign(globalThis, { printedByBlocks: printed })
    await import(/* @vite-ignore */ await runnable(block, at))
    const promised = [...block.code.matchAll(/console\.log\(.*\) \/\/ (.*)$/gm)].map(([, value = ""]) => value)
    test("the block prints the output that the page shows", () => {
      for (const [nth, value] of promised.entries()) {
        const [, said = value] = /^"(.*)"/.exec(value) ?? []
        expect(String(printed[nth])).toContain(said)
      }
    })
  })
}

describe("fixtures in the documents", () => {
  const whole = blocksOf("yaml").filter(({ code }) => /^version: 1$/m.test(code) && /^workspaces:/m.test(code))

  test.each(whole.map((block) => [block.at, block.code]))("%s loads", async (at, code) => {
    const file = `${folder}/${at.replaceAll(/\W/g, "-")}.yaml`
    await writeFile(file, code)
    const { version } = await createWorldFromFiles([file])
    expect(version).toBe(0)
  })
})
