import { execFile } from "node:child_process"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { describe, expect, test } from "vitest"

/** Output of a script that does not catch an error of Hexarium. */
async function printedBy(code: string): Promise<string> {
  const index = pathToFileURL(join("dist", "index.js")).href
  const script = `import { createWorld } from ${JSON.stringify(index)}\n${code}`
  const run = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script])
  return run.then(
    () => "",
    ({ stderr }: { stderr: string }) => stderr,
  )
}

describe("an error that nobody caught", () => {
  test.each([
    ["DomainError: unknown user x@acme.test; the world has no users", '(await createWorld()).as("x@acme.test")'],
    ["FixtureError: users: expected an array", "await createWorld({ fixture: { version: 1, users: 5 } })"],
    ["TypeError: createWorld has no option sed; did you mean seed?", "await createWorld({ sed: 1 })"],
  ])("%s", async (line, code) => {
    const text = await printedBy(code)
    expect(text.split("\n")).toContain(line)
    // Node prints the line of Hexarium that throws.
    for (const one of text.split("\n")) expect(one.length).toBeLessThan(200)
  })

  test("has the names of Hexarium's functions and classes in its stack", async () => {
    const text = await printedBy('(await createWorld()).as("x@acme.test")')
    expect(text).toMatch(/ at requireUser \(.*\n.* at EngineWorld\.as \(/)
  })
})

describe("the built library", () => {
  const classesOf = async (entry: string): Promise<(readonly [string, string])[]> => {
    const exported = (await import(pathToFileURL(join("dist", `${entry}.js`)).href)) as Record<string, unknown>
    return Object.entries(exported).flatMap(([name, value]) =>
      typeof value === "function" && /^class\b/.test(Function.prototype.toString.call(value))
        ? [[name, value.name] as const]
        : [],
    )
  }

  test.each(["index", "client", "control", "persistence", "testing"])(
    "keeps the names of the classes that %s exports",
    async (entry) => {
      const classes = await classesOf(entry)
      expect(classes.length).toBeGreaterThan(0)
      for (const [exported, name] of classes) expect(name).toBe(exported)
    },
  )

  test("keeps the line breaks of the sources", async () => {
    const chunks = (await readdir("dist/chunks")).filter((name) => /^(?:chunk|world|fixtures)\b.*\.js$/.test(name))
    expect(chunks.length).toBeGreaterThan(0)
    for (const name of chunks) {
      const lines = (await readFile(join("dist/chunks", name), "utf8")).split("\n")
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(3000)
    }
  })
})
