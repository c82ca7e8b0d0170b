import { execFile } from "node:child_process"
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, expect, test } from "vitest"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
/** The copy is inside the project, because packages must be found. */
const COPY = join(ROOT, ".cache", "new-data-type")

afterAll(() => rm(COPY, { recursive: true, force: true }))

/** The projects of tsconfig.json, and what their code imports. */
const PARTS = [
  "src",
  "emulator",
  "dashboard",
  "site",
  "test",
  "scripts",
  "bench",
  "docs/playground",
  "vitest.config.ts",
  "tsconfig.base.json",
  "tsconfig.json",
]

/** Leaves room for a compilation of everything on a busy machine. */
const COMPILE_MS = 1_800_000

/** Files of the copy with compile errors. Without the made-up data type there are none, because `npm run types` compiles the same projects. */
const faultyFiles = (): Promise<string[]> =>
  new Promise((resolve) => {
    const compiler = join(ROOT, "node_modules", "typescript", "bin", "tsc")
    execFile(process.execPath, [compiler, "-b", COPY, "--pretty", "false"], { cwd: COPY }, (_, output) => {
      resolve([...new Set([...output.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, path = ""]) => path))].sort())
    })
  })

/** Files in the table of "A new data type". */
async function documentedPlaces(): Promise<string[]> {
  const text = await readFile(join(ROOT, "CONTRIBUTING.md"), "utf8")
  const [, section = ""] = text.split("## A new data type")
  const [own = ""] = section.split("\n## ")
  return [...own.matchAll(/^\| `([^`]+)`/gm)].map(([, path = ""]) => path).sort()
}

test(
  "a made-up data type does not compile in the places that the documentation names, and in no others",
  async () => {
    await rm(COPY, { recursive: true, force: true })
    await mkdir(COPY, { recursive: true })
    const filter = (path: string) => !path.includes("node_modules")
    for (const part of PARTS) await cp(join(ROOT, part), join(COPY, part), { recursive: true, filter })
    const types = join(COPY, "src", "model", "records", "field.ts")
    const before = await readFile(types, "utf8")
    const after = before.replace(
      /^export interface DataTypes \{$/m,
      "$&\n  barcode: { settings: unknown; stored: string }",
    )
    expect(after).not.toBe(before)
    await writeFile(types, after)
    const places = await documentedPlaces()
    expect(places).not.toEqual([])
    expect(await faultyFiles()).toEqual(places)
  },
  COMPILE_MS,
)

test("the engine lists data types nowhere but in the table of field types", async () => {
  const files = (await readdir(join(ROOT, "src"), { recursive: true })).filter((path) => path.endsWith(".ts"))
  const lists: string[] = []
  for (const path of files) {
    const text = await readFile(join(ROOT, "src", path), "utf8")
    if (/\bswitch \([\w.]*dataType\)|"textarea"|"separator"/.test(text)) lists.push(path)
  }
  // Field types with several data types list them in these files. The reader of scalars lists the types that keep a source.
  expect(lists.sort()).toEqual(["fields/types/decoration.ts", "fields/types/text.ts", "fixtures/source-scalars.ts"])
})
